/** A bound on one figure of a run. Figures are ratios within the run wherever a machine's speed would show in them. */
type Bound = {
  readonly id: string
  readonly what: string
  readonly beside: string
  readonly unit: 'x' | 'us' | 'kB' | 'reads'
  /** `at most` bounds a cost, `at least` a lead. */
  readonly is: 'at most' | 'at least'
  readonly limit: number
  readonly goal?: number
}

const BOUNDS: readonly Bound[] = [
  {
    id: 'cold-constant',
    what: 'Cold `/api/route`, the worse of clock and processor',
    beside: 'a handler that answers a constant',
    unit: 'x',
    is: 'at most',
    limit: 1.6,
    goal: 1.3,
  },
  {
    id: 'cold-hono',
    what: 'Cold `/api/route`',
    beside: 'the same on Hono, zod and the AWS SDK',
    unit: 'x',
    is: 'at least',
    limit: 2.2,
    goal: 3,
  },
  {
    id: 'warm-constant',
    what: 'Warm `/api/route`, 72 combinations',
    beside: 'a constant of the same size',
    unit: 'x',
    is: 'at most',
    limit: 1.2,
    goal: 1.05,
  },
  {
    id: 'warm-hono',
    what: 'Warm `/api/route`, 72 combinations',
    beside: 'the same on Hono',
    unit: 'x',
    is: 'at least',
    limit: 3,
    goal: 4,
  },
  {
    id: 'filtered',
    what: 'Warm, two providers and a region, 400 models',
    beside: '',
    unit: 'us',
    is: 'at most',
    limit: 15,
    goal: 5,
  },
  {
    id: 'filtered-none',
    what: 'Warm, a filter that matches nothing, 400 models',
    beside: '',
    unit: 'us',
    is: 'at most',
    limit: 15,
    goal: 5,
  },
  { id: 'flat', what: 'Warm unfiltered, 4,000 models', beside: '400 models', unit: 'x', is: 'at most', limit: 1.2 },
  {
    id: 'models',
    what: '`/api/models`, compressed',
    beside: 'stringify and gzip per request',
    unit: 'x',
    is: 'at least',
    limit: 20,
    goal: 50,
  },
  { id: 'models-304', what: '304 of `/api/models` above a constant', beside: '', unit: 'us', is: 'at most', limit: 3 },
  {
    id: 'cold-v1',
    what: 'Cold `/v1`, processor',
    beside: 'the same on lib-dynamodb',
    unit: 'x',
    is: 'at most',
    limit: 1,
    goal: 0.67,
  },
  {
    id: 'token-check',
    what: 'Token check at a 0 ms DynamoDB, processor',
    beside: 'the same on lib-dynamodb',
    unit: 'x',
    is: 'at most',
    limit: 1,
    goal: 0.67,
  },
  {
    id: 'first-calls',
    what: 'S3 reads for 1,000 first calls at once',
    beside: '',
    unit: 'reads',
    is: 'at most',
    limit: 1,
  },
  {
    id: 'read-again',
    what: 'Index read as JSON again after a 304 of S3',
    beside: '',
    unit: 'reads',
    is: 'at most',
    limit: 0,
  },
  {
    id: 'local',
    what: 'Local service at 100 connections, processor per request',
    beside: 'bare `node:http`',
    unit: 'x',
    is: 'at most',
    limit: 2.5,
    goal: 1.5,
  },
  { id: 'bundle', what: 'Routing bundle, minified', beside: '', unit: 'kB', is: 'at most', limit: 60, goal: 20 },
]

export type Verdict = Bound & { readonly value: number; readonly isHeld: boolean; readonly isGoalReached: boolean }

/** A shared machine is allowed to be this much worse. */
export const CI_SLACK = 0.15

const isWithin = (value: number, { is, bound, slack }: { is: Bound['is']; bound: number; slack: number }): boolean =>
  is === 'at most' ? value <= bound * (1 + slack) : value >= bound / (1 + slack)

/** Judges what was measured; a bound whose part did not run has no verdict. */
export const judge = (values: ReadonlyMap<string, number>, slack: number): readonly Verdict[] =>
  BOUNDS.flatMap((bound) => {
    const value = values.get(bound.id)
    if (value === undefined) return []
    const { is, limit, goal = limit } = bound
    const isHeld = isWithin(value, { is, bound: limit, slack: bound.unit === 'reads' ? 0 : slack })
    return [{ ...bound, value, isHeld, isGoalReached: isWithin(value, { is, bound: goal, slack: 0 }) }]
  })

/** Red where a limit is missed, and where nothing was judged at all. */
export const isGreen = (verdicts: readonly Verdict[]): boolean =>
  verdicts.length > 0 && verdicts.every(({ isHeld }) => isHeld)
