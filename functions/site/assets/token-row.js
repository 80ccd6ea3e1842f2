import { showTime, signalOf } from './when.js'

const scopeElement = (scope) => {
  const code = document.createElement('code')
  code.textContent = scope
  return code
}

export const hintOf = ({ tokenPrefix, lastFour }) => `${tokenPrefix}…${lastFour}`

/** Brings a row up to date in place, so that focus and hover stay where they are. */
export const updateRow = (row, token, now) => {
  const { word, look } = signalOf(token, now)
  const state = row.querySelector('[data-state]')
  state.textContent = word
  state.className = look
  row.querySelector('[data-since]').hidden = token.revokedAt === null
  showTime(row.querySelector('[data-revoked]'), token.revokedAt, { now, absent: '' })
  showTime(row.querySelector('[data-created]'), token.createdAt, { now, absent: '' })
  showTime(row.querySelector('[data-used]'), token.lastUsedAt, { now, absent: 'never' })
  showTime(row.querySelector('[data-expires]'), token.expiresAt, { now, absent: 'never' })
  const isOver = word === 'revoked' || word === 'expired'
  row.classList.toggle('over', isOver)
  row.querySelector('[data-revoke]').hidden = isOver
}

/** A row of the list; everything of the record enters as text. */
export const newRow = (template, token, { now, onRevoke }) => {
  const row = template.content.firstElementChild.cloneNode(true)
  row.id = token._id
  row.querySelector('[data-name]').textContent = token.name
  const link = row.querySelector('[data-link]')
  link.href = `#${token._id}`
  link.title = 'Link to this token'
  row.querySelector('[data-hint]').textContent = hintOf(token)
  row.querySelector('[data-scopes]').append(...token.scopes.map(scopeElement))
  row.querySelector('[data-origin]').textContent = `${token.source} · ${token.client}`
  const revoke = row.querySelector('[data-revoke]')
  revoke.setAttribute('aria-label', `Revoke ${token.name}`)
  revoke.addEventListener('click', onRevoke)
  updateRow(row, token, now)
  return row
}
