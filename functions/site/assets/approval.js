// A decision is sent once: a second click would only be told that it came too late.
const form = document.querySelector('form[data-once]')
const buttons = form?.querySelectorAll('button') ?? []

const setBusy = (isBusy) => {
  for (const button of buttons) button.disabled = isBusy
  form?.setAttribute('aria-busy', String(isBusy))
}

let isSent = false

form?.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault()
  isSent = true
  // Afterwards: a button that is disabled while the form is read would not be part of what is sent.
  setTimeout(setBusy, 0, true)
})

// The back button may bring back the page as it was left.
addEventListener('pageshow', () => {
  isSent = false
  setBusy(false)
})
