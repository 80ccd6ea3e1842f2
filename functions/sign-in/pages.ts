import { html } from 'hono/html'
import type { HttpReply } from '../../shared/http/reply.ts'
import { page } from '../../shared/pages/page.ts'
import { signInLink } from './way-back.ts'

type Problem = {
  readonly status: 400 | 503
  readonly title: string
  readonly message: string
  /** Where the person wanted to go; signing in again leads there. */
  readonly returnPath: string
  /** For our own log: what went wrong, without anything that was sent. */
  readonly outcome: string
}

const RETRY_AFTER_SECONDS = '5'

/** What happened, and a link to start again; the address of this page may hold a code, which no link may carry on. */
const problemPage = async ({ status, title, message, returnPath, outcome }: Problem): Promise<HttpReply> => {
  const { headers, ...rest } = await page({
    status,
    title: `${title} - Pointsman`,
    description: title,
    main: html`<h1>${title}</h1>
      <p>${message}</p>
      <p><a href="${signInLink(returnPath)}">Start signing in again</a></p>`,
  })
  const own = { ...headers, 'referrer-policy': 'no-referrer' }
  return status === 503
    ? { ...rest, headers: { ...own, 'retry-after': RETRY_AFTER_SECONDS }, logged: { level: 'error', outcome } }
    : { ...rest, headers: own, logged: { outcome } }
}

type Way = Pick<Problem, 'returnPath' | 'outcome'>

export const notFinished = (way: Way): Promise<HttpReply> =>
  problemPage({
    ...way,
    status: 400,
    title: 'This sign-in cannot be finished',
    message:
      'It was begun more than ten minutes ago, was begun in another browser, or is already finished. Nothing has changed.',
  })

export const notAccepted = (way: Way): Promise<HttpReply> =>
  problemPage({
    ...way,
    status: 400,
    title: 'You are not signed in',
    message: 'The sign-in page did not confirm who you are. Nothing has changed.',
  })

export const emailNotVerified = (way: Way): Promise<HttpReply> =>
  problemPage({
    ...way,
    status: 400,
    title: 'Confirm your e-mail address first',
    message: 'The sign-in page sends you a code by e-mail. Enter it there, and then sign in again.',
  })

export const notReachable = (way: Way): Promise<HttpReply> =>
  problemPage({
    ...way,
    status: 503,
    title: 'Signing in is not possible just now',
    message:
      'A part that signing in needs does not answer. Whoever is signed in stays so; please try again in a moment.',
  })
