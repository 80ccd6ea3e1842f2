import { createHash } from 'node:crypto'
import { causeOf, causeOfWin } from './cause.ts'
import { type Change, type ChangeLog, MAX_AT_ONCE, MAX_CHANGES } from './change-log.ts'
import { byKey, isFigure, type Move, movesBetween, shown } from './moves.ts'
import { keyOf } from './provenance.ts'
import type { Answers, Snapshot } from './schema.ts'
import { clip, dollars } from './wording.ts'

const ENDPOINTS: readonly (readonly [keyof Answers, string, string])[] = [
  ['route', '/api/route', 'The default route'],
  ['cheapest', '/api/cheapest', 'The cheapest useful model'],
  ['fastest', '/api/fastest', 'The fastest model'],
  ['smartest', '/api/smartest', 'The smartest model'],
  ['bestValue', '/api/best-value', 'The best value'],
]

type Recorded = { readonly kind: Change['kind']; readonly says: string; readonly show: (value: number) => string }

const plain = (value: number): string => String(value)

/** The figures whose moves are worth a line; the others only explain why an answer changed. */
const RECORDED: Readonly<Partial<Record<Move['figure'], Recorded>>> = {
  price: { kind: 'price', says: 'price per 1M tokens', show: dollars },
  intelligence: { kind: 'score', says: 'intelligence', show: plain },
  coding: { kind: 'score', says: 'coding score', show: plain },
  reasoning: { kind: 'score', says: 'reasoning score', show: plain },
  agentic: { kind: 'score', says: 'agentic score', show: plain },
  speed: { kind: 'speed', says: 'output tokens per second', show: plain },
  latency: { kind: 'speed', says: 'milliseconds to the first token', show: plain },
}

/** Speeds are measured anew each hour and never come out the same twice. */
const SPEED_SHARE = 0.1

const isWorthALine = (kind: Change['kind'], before: number | null, after: number | null): boolean =>
  kind !== 'speed' || before === null || after === null || Math.abs(after - before) > SPEED_SHARE * before

type Draft = Omit<Change, 'id' | 'at'>

/** One id for one change, whoever computes it and how often: version 8 of a UUID, over the content. */
const idOf = (at: string, { kind, subject, figure, before, after }: Draft): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify([at, kind, subject, figure, before, after]))
    .digest('hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const moved = (move: Move): readonly Draft[] => {
  const { figure, before, after } = move
  const recorded = RECORDED[figure]
  if (recorded === undefined || !isFigure(figure) || before === undefined || after === undefined) return []
  const [from, to] = [shown(before, figure), shown(after, figure)]
  // The price of a cached token may move alone: what is shown is then the same.
  if (typeof from === 'string' || typeof to === 'string' || from === to) return []
  if (!isWorthALine(recorded.kind, from, to)) return []
  const say = (value: number | null) => (value === null ? 'unmeasured' : recorded.show(value))
  const summary = `${clip(after.name)}: ${recorded.says} from ${say(from)} to ${say(to)}`
  return [{ kind: recorded.kind, subject: after.id, figure, before: from, after: to, cause: causeOf(move), summary }]
}

const cameOrWent = (move: Move): readonly Draft[] => {
  const { before, after, figure } = move
  const cause = causeOf(move)
  const common = { figure: null, cause }
  if (figure !== 'model') return []
  if (before === undefined && after !== undefined)
    return [
      {
        ...common,
        kind: 'model-added',
        subject: after.id,
        before: null,
        after: after.name,
        summary: `${clip(after.name)} is in the index`,
      },
    ]
  if (after === undefined && before !== undefined)
    return [
      {
        ...common,
        kind: 'model-gone',
        subject: before.id,
        before: before.name,
        after: null,
        summary: `${clip(before.name)} is not in the index any more`,
      },
    ]
  return []
}

type Compared = {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly moves: readonly Move[]
  readonly now: Date
}

const keyOfAnswer = ({ openRouterId, model }: Answers['cheapest']): string => keyOf({ openRouterId, id: model })

const because = ({ cause }: Pick<Draft, 'cause'>): string =>
  cause === null
    ? ''
    : `, because of the ${cause.figure} of ${cause.model} (${cause.before ?? 'none'} to ${cause.after ?? 'none'})`

const wonBy = ({ before, after, moves, now }: Compared): readonly Draft[] =>
  ENDPOINTS.flatMap(([name, path, title]) => {
    const [old, young] = [before.answers[name], after.answers[name]]
    if (old.model === young.model) return []
    const [from, to] = [keyOfAnswer(old), keyOfAnswer(young)]
    const cause = causeOfWin({ name, from, to, before: byKey(before), after: byKey(after), moves, now })
    const summary = `${title} is ${young.model} instead of ${old.model}${because({ cause })}`
    const kind: Change['kind'] = name === 'route' ? 'route' : 'winner'
    return [{ kind, subject: path, figure: null, before: old.model, after: young.model, cause, summary }]
  })

const ORDER: readonly Change['kind'][] = ['route', 'winner', 'model-added', 'model-gone', 'price', 'score', 'speed']

/**
 * What a publication changed, the answers first. Nothing before the first one: there is nothing to compare it with.
 * `now` is the time of the run, at which both indexes are asked.
 */
export const changesBetween = (
  before: Snapshot | undefined,
  after: Snapshot,
  { now }: { readonly now: Date },
): readonly Change[] => {
  if (before === undefined) return []
  const moves = movesBetween(byKey(before), byKey(after))
  const drafts = [...wonBy({ before, after, moves, now }), ...moves.flatMap(cameOrWent), ...moves.flatMap(moved)]
  return drafts
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .slice(0, MAX_AT_ONCE)
    .map((draft) => ({ id: idOf(after.updatedAt, draft), at: after.updatedAt, ...draft }))
}

type Publication = { readonly before: Snapshot | undefined; readonly after: Snapshot }

/**
 * The log with the changes of a publication on top. Entries later than the index that they would follow are of a run
 * that died before its index became current: they never happened, and go.
 */
export const logWith = (log: ChangeLog, changes: readonly Change[], { before, after }: Publication): ChangeLog => {
  const ids = new Set(changes.map(({ id }) => id))
  const happened = ({ id, at }: Change) =>
    (before === undefined || Date.parse(at) <= Date.parse(before.updatedAt)) && !ids.has(id)
  const older = log.changes.filter(happened)
  if (changes.length === 0) return { updatedAt: older[0]?.at ?? null, changes: older }
  return { updatedAt: after.updatedAt, changes: [...changes, ...older].slice(0, MAX_CHANGES) }
}
