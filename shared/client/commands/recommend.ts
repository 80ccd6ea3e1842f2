import type { Recommendation, RouteResult } from '../../models/schema.ts'
import { client } from '../api.ts'
import type { Asking } from '../asking.ts'
import { EXIT, type Outcome } from '../exit.ts'
import { asJson, bold, dim, printable } from '../terminal.ts'

type Filters = { readonly providers?: string[]; readonly regions?: ('us' | 'eu' | 'china')[] }
type Form = { readonly json?: boolean; readonly raw?: boolean }

export type RouteFlags = Form &
  Filters & {
    readonly task?: RouteResult['task']
    readonly latency?: 'fast' | 'normal' | 'overnight'
    readonly budget?: 'low' | 'balanced'
    readonly quality?: 'balanced' | 'high'
  }

export type Winner = 'cheapest' | 'fastest' | 'smartest' | 'bestValue'

const figures = ({ price, speed, intelligence, value }: Recommendation): string =>
  [
    `$${price} per 1M tokens`,
    `${speed} tokens/s`,
    `intelligence ${intelligence}`,
    ...(value === undefined ? [] : [`value ${value}`]),
  ].join(', ')

const told = (answer: Recommendation, more: readonly string[], isColoured: boolean): string =>
  [
    bold(printable(answer.model), isColoured),
    printable(`${answer.name} by ${answer.provider}: ${figures(answer)}`),
    printable(answer.reason),
    ...more.map((line) => dim(printable(line), isColoured)),
  ].join('\n')

const answered = (answer: string): Outcome => ({ exit: EXIT.ok, answer })

const CONTRADICTION: Outcome = { exit: EXIT.usage, hint: '--raw and --json cannot be combined.' }

/** `pointsman route`: the model for a task. */
export const route = async ({ around, options }: Asking, flags: RouteFlags): Promise<Outcome> => {
  const { task, latency, budget, quality, providers, regions } = flags
  if (flags.raw && flags.json) return CONTRADICTION
  const question = { task, latency, budget, quality, providers, regions }
  if (flags.raw) return answered(printable(await client(options).routeRaw(question)))
  const answer = await client(options).route(question)
  if (flags.json) return answered(asJson(answer))
  const more = [`Fallback: ${answer.fallback ?? 'none'}`, `Policy: ${answer.policy}`]
  return answered(told(answer, more, around.isColoured))
}

/** `pointsman cheapest` and its like: one winner among what the filters leave. */
export const winner = async (
  { around, options }: Asking,
  id: Winner,
  { json, raw, providers, regions }: Form & Filters,
): Promise<Outcome> => {
  if (raw && json) return CONTRADICTION
  const calls = client(options)
  const filters = { providers, regions }
  if (raw) return answered(printable(await calls[`${id}Raw`](filters)))
  const answer = await calls[id](filters)
  return answered(json ? asJson(answer) : told(answer, [], around.isColoured))
}
