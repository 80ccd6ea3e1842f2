const SHOWN_MS = 2000

const select = (element) => {
  const range = document.createRange()
  range.selectNodeContents(element)
  const selection = getSelection()
  selection.removeAllRanges()
  selection.addRange(range)
}

/** Where the clipboard cannot be written, the text is selected and the person copies it. */
const copyFrom = async (code) => {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return 'Copied'
  } catch {
    select(code)
    return 'Selected: copy it now'
  }
}

/** Lets every button with `data-copy` inside `root` copy the code beside it, and say that it did. */
export const letCopy = (root) => {
  for (const button of root.querySelectorAll('[data-copy]')) {
    const words = button.textContent
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      button.textContent = await copyFrom(button.closest('.copy').querySelector('code'))
      setTimeout(() => {
        button.textContent = words
      }, SHOWN_MS)
    })
  }
}
