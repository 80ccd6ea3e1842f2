import { html } from 'hono/html'
import { operations } from '../../shared/contract/all.ts'
import { answersOnly, methodsAt } from '../../shared/http/methods-at.ts'
import { type HttpReply, refusal } from '../../shared/http/reply.ts'
import type { HttpRequest } from '../../shared/http/request.ts'
import { ANY_ORIGIN } from '../../shared/http/serve.ts'
import { page } from '../../shared/pages/page.ts'

const methodsOfService = methodsAt(operations)
const methodsForAnyOrigin = methodsAt(operations.filter(({ isPublic }) => isPublic))

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
  const methods = methodsOfService(request.path)
  // An encoded slash makes an unknown path read like a known one: its own method got here, so there is no such path.
  if (methods.length > 0 && !methods.includes(request.method)) {
    const { message, allow } = answersOnly(methods)
    const isForAnyOrigin = methodsForAnyOrigin(request.path).length > 0
    return refusal(type, 405, message, { allow, ...(isForAnyOrigin ? ANY_ORIGIN : {}) })
  }
  return wantsPage(request)
    ? notFoundPage()
    : refusal(type, 404, 'There is nothing at this path; / lists the endpoints')
}
