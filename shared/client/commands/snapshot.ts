import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { client } from '../api.ts'
import type { Asking } from '../asking.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { signedIn } from '../signed-in.ts'
import { asJson } from '../terminal.ts'

/** Complete or not at all: who reads the file while it is written sees the one before. */
const writeWhole = async (file: string, text: string): Promise<Outcome> => {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, text, { flag: 'wx' })
    await rename(draft, file)
    return { exit: EXIT.ok, hint: `Wrote ${file}` }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return { exit: EXIT.refused, hint: `${file} cannot be written${why}.` }
  }
}

/** `pointsman snapshot <loop>`: what the service knows of a loop's connectors, always as JSON. */
export const snapshot = async (
  { around, options }: Asking,
  { output }: { readonly output?: string },
  loop: string,
): Promise<Outcome> => {
  const found = await signedIn(around, options.baseUrl)
  if (!found.ok) return found.outcome
  const answer = asJson(await client({ ...options, token: found.credential.token }).connectorSnapshot({ loop }))
  return output === undefined ? { exit: EXIT.ok, answer } : writeWhole(output, `${answer}\n`)
}
