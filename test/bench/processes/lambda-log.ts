import { writeSync } from 'node:fs'

const STDOUT = 1

/** As Lambda's runtime does with JSON logs: one line, written at once. */
export const captureConsole = (): void => {
  const write = (message: unknown): void => {
    writeSync(STDOUT, `${JSON.stringify({ timestamp: new Date().toISOString(), level: 'INFO', message })}\n`)
  }
  console.log = write
  console.error = write
}
