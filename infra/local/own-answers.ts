import type { Answer } from './response.ts'

const ownAnswer = (status: number, message: string): Answer => ({
  status,
  headers: ['content-type', 'application/json'],
  body: JSON.stringify({ message }),
  isBase64Encoded: false,
})

// What the gateway says itself, in its own words: a message and nothing else, unlike the errors of our functions.
export const BAD_REQUEST = ownAnswer(400, 'Bad Request')
export const NOT_FOUND = ownAnswer(404, 'Not Found')
export const BODY_TOO_LARGE = ownAnswer(413, 'Request Entity Too Large')
export const HEADERS_TOO_LARGE = ownAnswer(431, 'Request Header Fields Too Large')
export const FAILED = ownAnswer(500, 'Internal Server Error')
export const TIMED_OUT = ownAnswer(503, 'Service Unavailable')

/** To where a page belongs. */
export const redirectTo = (location: string): Answer => ({
  status: 307,
  headers: ['location', location, 'cache-control', 'no-store'],
  body: '',
  isBase64Encoded: false,
})
