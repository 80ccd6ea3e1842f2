import { html } from 'hono/html'
import type { ErrorPage } from '../http/serve.ts'
import { page } from './page.ts'

const TITLES: ReadonlyMap<number, string> = new Map([
  [401, 'You are signed out'],
  [403, 'This is not allowed'],
  [404, 'Not found'],
  [503, 'Not available just now'],
])

/** A refusal for people: what happened, and a way on. */
export const errorPage: ErrorPage = (status, message) => {
  const title = TITLES.get(status) ?? (status < 500 ? 'This request cannot be used' : 'Something went wrong')
  return page({
    status,
    title: `${title} - Pointsman`,
    description: title,
    main: html`<h1>${title}</h1>
      <p>${message}.</p>
      <p><a href="/">Go to the front page</a></p>`,
  })
}
