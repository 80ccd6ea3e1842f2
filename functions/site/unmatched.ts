import { html } from 'hono/html'
import { operations } from '../../shared/contract/all.ts'
import { routeKeysOf } from '../../shared/http/operation.ts'
import { type HttpReply, refusal } from '../../shared/http/reply.ts'
import type { HttpRequest } from '../../shared/http/request.ts'
import { page } from '../../shared/pages/page.ts'

type Known = { readonly method: string; readonly segments: readonly string[] }

const knownOf = (routeKey: string): Known => {
  const [method = '', path = ''] = routeKey.split(' ')
  return { method, segments: path.split('/') }
}

const known = operations
  .flatMap(routeKeysOf)
  .filter((key) => key !== '$default')
  .map(knownOf)

const isVariable = (segment: string): boolean => segment.startsWith('{')

const fits = ({ segments }: Known, asked: readonly string[]): boolean =>
  segments.length === asked.length && segments.every((segment, at) => isVariable(segment) || segment === asked[at])

/** The methods that a path answers; none where no operation has that path. */
const methodsAt = (path: string): readonly string[] => {
  const asked = path.split('/')
  return [...new Set(known.filter((route) => fits(route, asked)).map(({ method }) => method))]
}

const isForPrograms = (path: string): boolean => /^\/(api|router|v1)(\/|$)/.test(path)

const wantsPage = ({ method, path, headers }: HttpRequest): boolean =>
  method === 'GET' && !isForPrograms(path) && headers.accept?.includes('text/html') === true

const notFoundPage = (): Promise<HttpReply> =>
  page({
    status: 404,
    title: 'Not found - Pointsman',
    description: 'This page does not exist.',
    main: html`<h1>Not found</h1>
      <p>There is no page at this address. <a href="/">The front page</a> lists what there is.</p>`,
  })

/** Answers every path and method that no operation takes: 405 where another method would do, else 404. */
export const unmatched = (request: HttpRequest): HttpReply | Promise<HttpReply> => {
  const type = request.path.endsWith('/raw') ? 'text' : 'json'
  const allowed = methodsAt(request.path)
  // An encoded slash makes an unknown path read like a known one: its own method got here, so there is no such path.
  if (allowed.length > 0 && !allowed.includes(request.method)) {
    const allow = allowed.join(', ')
    return refusal(type, 405, `This path answers ${allow}`, { allow })
  }
  return wantsPage(request)
    ? notFoundPage()
    : refusal(type, 404, 'There is nothing at this path; / lists the endpoints')
}
