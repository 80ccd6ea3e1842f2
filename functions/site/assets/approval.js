// A decision is sent once: a second click would only be told that it came too late.
const form = document.querySelector('form[data-once]')

const setBusy = (isBusy) => {
  for (const button of form?.querySelectorAll('button') ?? []) button.disabled = isBusy
  form?.setAttribute('aria-busy', String(isBusy))
}

// Afterwards: a button that is disabled while the form is read would not be part of what is sent.
form?.addEventListener('submit', () => setTimeout(setBusy, 0, true))

// The back button may bring back the page as it was left.
addEventListener('pageshow', () => setBusy(false))
