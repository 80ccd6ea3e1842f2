import type { IncomingMessage } from 'node:http'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const ANSWERS_ANYWHERE = /^\/(?:api|router|v1)(?:[/?]|$)/

/**
 * Where a page belongs that was opened under another loopback name: cookies and origins are those of the base URL.
 * Calls of the API answer under any name.
 */
export const redirectOf = (baseUrl: string) => {
  const { host: own } = new URL(baseUrl)
  return ({ method, url = '/', headers }: IncomingMessage): string | undefined => {
    const { host, accept } = headers
    if (host === own || host === undefined || !LOOPBACK.test(host) || !LOOPBACK.test(own)) return undefined
    const isPage = method === 'GET' && accept?.includes('text/html') === true && url.startsWith('/')
    return isPage && !ANSWERS_ANYWHERE.test(url) ? `${baseUrl}${url}` : undefined
  }
}
