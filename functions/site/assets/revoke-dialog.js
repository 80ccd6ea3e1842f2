import { hintOf } from './token-row.js'
import { relative } from './when.js'

const usedText = ({ lastUsedAt }, now) =>
  lastUsedAt === null ? 'It has never been used.' : `It was last used ${relative(Date.parse(lastUsedAt), now)}.`

/** Asks before a token is revoked; `revoke` answers what went wrong, or nothing, and then `done` is told. */
export const wireDialog = (dialog, { revoke, done }) => {
  const [confirm, fault] = [dialog.querySelector('[data-confirm]'), dialog.querySelector('[data-fault]')]
  let asked
  let isBusy = false

  const setBusy = (busy) => {
    isBusy = busy
    confirm.setAttribute('aria-disabled', String(busy))
    confirm.textContent = busy ? 'Revoking…' : 'Revoke token'
  }

  const show = (message) => {
    fault.textContent = message
    fault.hidden = message === ''
  }

  confirm.addEventListener('click', async () => {
    if (isBusy) return
    setBusy(true)
    show('')
    const message = await revoke(asked)
    setBusy(false)
    if (message !== undefined) return show(message)
    dialog.close()
    done(asked)
  })
  dialog.querySelector('[data-keep]').addEventListener('click', () => dialog.close())
  // A revocation under way is waited for: its outcome must not go unseen.
  dialog.addEventListener('cancel', (event) => {
    if (isBusy) event.preventDefault()
  })

  return (token, now) => {
    asked = token
    show('')
    dialog.querySelector('[data-name]').textContent = token.name
    dialog.querySelector('[data-hint]').textContent = hintOf(token)
    dialog.querySelector('[data-used]').textContent = usedText(token, now)
    dialog.showModal()
  }
}
