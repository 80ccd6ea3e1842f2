const PATH = '/api/settings/api-tokens'
const PATIENCE_MS = 20_000

const UNREACHABLE = 'The service did not answer. Check your connection and try again.'

const sentence = (message) => (/[.!?]$/.test(message) ? message : `${message}.`)

/** The gateway refuses with a body of its own, and with one status when too much comes at once. */
const messageOf = (status, body) => {
  if (status === 429) return 'Too many requests at once. Wait a moment and try again.'
  return typeof body?.message === 'string' ? sentence(body.message) : `The service answered ${status}. Try again later.`
}

const call = async (method, path, body) => {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return { ok: true, answer }
  return { ok: false, status: response.status, message: messageOf(response.status, answer) }
}

/** Never throws: no answer is a refusal with the status 0, of which nobody knows whether it was carried out. */
const tryCall = (...args) => call(...args).catch(() => ({ ok: false, status: 0, message: UNREACHABLE }))

export const listTokens = () => tryCall('GET', PATH)
export const createToken = (request) => tryCall('POST', PATH, request)
export const revokeToken = (id) => tryCall('DELETE', `${PATH}/${encodeURIComponent(id)}`)
