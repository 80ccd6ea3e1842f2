import { letCopy } from './copy.js'
import { wireDialog } from './revoke-dialog.js'
import { wireForm } from './token-form.js'
import { newRow, updateRow } from './token-row.js'
import { createToken, listTokens, revokeToken } from './tokens-api.js'

const find = (selector) => document.querySelector(selector)
const [form, section, table, place] = [find('#new-token'), find('#tokens'), find('table.records'), find('[data-place]')]
const [loading, empty, fault] = [find('[data-loading]'), find('[data-empty]'), find('[data-list-fault]')]

/** By id, newest first when listed: ids sort by their time. */
const tokens = new Map()
const newestFirst = () => [...tokens.values()].sort((one, other) => (one._id < other._id ? 1 : -1))

const say = (text) => {
  find('[data-said]').textContent = text
}

/** Puts one thing before everything else on the page, and moves there; a token still shown there stays. */
const announce = (template, fill) => {
  const shown = find(template).content.cloneNode(true)
  fill?.(shown)
  place.prepend(shown)
  place.querySelector('h2').focus()
}

const sessionEnded = () => {
  find('#revoke').close()
  announce('#signed-out')
  form.hidden = true
  section.hidden = true
}

/** A token of the last moments may be missing from the list as read: what was seen here stays. */
const keep = (...records) => {
  for (const record of records) tokens.set(record._id, record)
}

const render = () => {
  const now = Date.now()
  const rows = newestFirst().map((token) =>
    newRow(find('#token-row'), token, { now, onRevoke: () => askToRevoke(tokens.get(token._id), Date.now()) }),
  )
  table.tBodies[0].replaceChildren(...rows)
  table.hidden = rows.length === 0
  empty.hidden = rows.length > 0
  loading.hidden = true
  fault.hidden = true
  find('[data-count]').textContent = rows.length === 0 ? '' : `(${rows.length})`
}

const refreshTimes = () => {
  for (const row of table.tBodies[0].rows) updateRow(row, tokens.get(row.id), Date.now())
}

const showFault = (message) => {
  for (const part of [loading, empty, table]) part.hidden = true
  fault.hidden = false
  fault.querySelector('[data-message]').textContent = message
}

/** The rows came after the page: only now can the browser go to the one that its address names. */
const goToNamedRow = () => {
  if (tokens.has(location.hash.slice(1))) location.replace(location.hash)
}

const load = async () => {
  fault.hidden = true
  loading.hidden = false
  const { ok, status, message, answer } = await listTokens()
  if (status === 401) return sessionEnded()
  if (!ok) return showFault(message)
  keep(...answer.tokens)
  render()
  goToNamedRow()
}

const clearMade = () => {
  place.replaceChildren()
  form.hidden = false
}

/** The form stays away until the token is said to be stored: making another must not cost the first. */
const showMade = ({ token, apiToken }) => {
  form.hidden = true
  announce('#made-token', (shown) => {
    shown.querySelector('[data-name]').textContent = apiToken.name
    shown.querySelector('[data-token]').textContent = token
    shown.querySelector('[data-try]').hidden = !apiToken.scopes.includes('snapshots:read')
    shown.querySelector('[data-done]').addEventListener('click', () => {
      clearMade()
      form.elements.name.focus()
    })
    letCopy(shown)
  })
}

const MAYBE_MADE = 'If the token was made all the same, it is in the list below: revoke it there.'

const create = async (request) => {
  const { ok, status, message, answer } = await createToken(request)
  if (status === 401) return void sessionEnded()
  if (status === 0 || status >= 500) {
    await load()
    return `${message} ${MAYBE_MADE}`
  }
  if (!ok) return message
  keep(answer.apiToken)
  render()
  showMade(answer)
}

const revoke = async ({ _id }) => {
  const { ok, status, message, answer } = await revokeToken(_id)
  if (status === 401) return void sessionEnded()
  if (!ok) return message
  keep(answer.apiToken)
  refreshTimes()
}

/** The button that was pressed is gone, so its row takes the focus; without a session there is no row. */
const revoked = ({ _id, name }) => {
  if (section.hidden) return
  say(`${name} is revoked.`)
  document.getElementById(_id).querySelector('a').focus()
}

const askToRevoke = wireDialog(find('#revoke'), { revoke, done: revoked })
wireForm(form, create)
fault.querySelector('[data-retry]').addEventListener('click', load)
// A page that is kept for the way back must not keep the token.
addEventListener('pagehide', () => place.replaceChildren())
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
setInterval(refreshTimes, 30_000)
await load()
