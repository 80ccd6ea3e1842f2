import * as z from 'zod/mini'
import { changesOperation } from '../../contract/routing.ts'
import type { Asking } from '../asking.ts'
import { call } from '../call.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { asJson, bold, printable } from '../terminal.ts'

const Change = z.looseObject({ at: z.string(), kind: z.string(), summary: z.string() })

/** Only what is shown is asked for, so that a kind of change that is new to this client is shown too. */
const tolerantChanges = {
  ...changesOperation,
  reply: { status: 200, type: 'json', schema: z.looseObject({ changes: z.array(Change) }) },
} as const

export type ChangesFlags = { readonly json?: boolean; readonly limit: number; readonly kind?: string }

/** `pointsman changes`: the latest changes of the index, newest first. */
export const changes = async ({ around, options }: Asking, { json, limit, kind }: ChangesFlags): Promise<Outcome> => {
  const answer = await call(options, tolerantChanges, {})
  const shown = answer.changes.filter((change) => kind === undefined || change.kind === kind).slice(0, limit)
  if (json) return { exit: EXIT.ok, answer: asJson(shown) }
  if (shown.length === 0) return { exit: EXIT.ok, hint: 'No change is known.' }
  const lines = shown.map(
    (change) => `${bold(printable(change.at), around.isColoured)}  ${printable(`${change.kind}: ${change.summary}`)}`,
  )
  return { exit: EXIT.ok, answer: lines.join('\n') }
}
