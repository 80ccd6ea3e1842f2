import { nextInvocation, postResponse } from './runtime-socket.ts'

/** Stands where AWS's runtime client loads its native part. */
export const initializeClient = (): void => undefined
export const next = nextInvocation
export const done = postResponse
export const error = (_requestId: string, body: string): void => {
  process.stderr.write(`${body}\n`)
  process.exitCode = 1
}
