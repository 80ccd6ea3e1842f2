import { prepare, route, winner } from './answers.ts'
import type { Cause } from './change-log.ts'
import { done, isFigure, type Move, shown, undone } from './moves.ts'
import { keyOf, originOf } from './provenance.ts'
import { DEFAULT_QUESTION } from './question.ts'
import type { Answers, Model } from './schema.ts'
import type { WinnerOf } from './winners.ts'

const NAMES = {
  cheapest: 'cheapest',
  fastest: 'fastest',
  smartest: 'smartest',
  bestValue: 'best-value',
} as const satisfies Readonly<Record<Exclude<keyof Answers, 'route'>, WinnerOf>>

/** Figures that decide each answer, the likeliest first. */
const DECIDING: Readonly<Record<keyof Answers, readonly Move['figure'][]>> = {
  cheapest: ['price', 'intelligence'],
  fastest: ['speed'],
  smartest: ['intelligence', 'price'],
  bestValue: ['price', 'intelligence'],
  route: ['price', 'coding', 'intelligence', 'verbosity', 'speed', 'latency'],
}

/** Beyond it, looking for one more cause would cost more than knowing it is worth. */
const MOST_TRIES = 300

/** A move as the reason of a change, with the source of the figure. */
export const causeOf = ({ figure, before, after }: Move): Cause | null => {
  const model = after ?? before
  if (model === undefined) return null
  // Whether a model is there at all, the listing says, as it says the context length.
  const origin = originOf(model, isFigure(figure) ? figure : 'context')
  return {
    model: model.id,
    figure,
    before: shown(before, figure),
    after: shown(after, figure),
    sourceId: origin?.sourceId ?? null,
    asOf: origin?.asOf ?? null,
  }
}

const answerOf = (name: keyof Answers, models: readonly Model[], now: Date): string | null => {
  const index = prepare({ updatedAt: now.toISOString(), models })
  const answered =
    name === 'route' ? route(index, DEFAULT_QUESTION, now) : winner(index, NAMES[name], DEFAULT_QUESTION, now)
  return answered.ok ? keyOf({ openRouterId: answered.answer.openRouterId, id: answered.answer.model }) : null
}

export type Won = {
  readonly name: keyof Answers
  readonly from: string
  readonly to: string
  readonly before: ReadonlyMap<string, Model>
  readonly after: ReadonlyMap<string, Model>
  readonly moves: readonly Move[]
  readonly now: Date
}

/** The two models that changed places come first, and of a model the figures that decide this answer. */
const likeliestFirst = ({ name, from, to, moves }: Won): readonly Move[] => {
  const rank = ({ key, figure }: Move): number => {
    const place = DECIDING[name].indexOf(figure)
    return (key === to || key === from ? 0 : 100) + (place < 0 ? 50 : place)
  }
  return moves.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_TRIES)
}

/**
 * The figure that made one model win instead of another, found by trying: the first move that alone, done to the index
 * before, gives the new answer; else the first without which the index after would not give it. Where only several
 * together explain it, the likeliest is named; where none does, the clock retired the model that had won.
 */
export const causeOfWin = (won: Won): Cause | null => {
  const { name, from, to, before, after, now } = won
  const moves = likeliestFirst(won)
  const loser = before.get(from)
  if (
    answerOf(name, [...before.values()], now) === to &&
    loser !== undefined &&
    after.get(to)?.id === before.get(to)?.id
  )
    return causeOf({ key: from, figure: 'retirement', before: loser, after: loser })
  const cause =
    moves.find((move) => answerOf(name, done(before, move), now) === to) ??
    moves.find((move) => answerOf(name, undone(after, move), now) !== to) ??
    moves[0]
  return cause === undefined ? null : causeOf(cause)
}
