import type { Measured } from './values.ts'

/** Public list prices of us-east-1 in USD, without free tiers; the formulas in the README use the same names. */
const PRICES = {
  httpApiPerMillion: 1,
  lambdaPerMillion: 0.2,
  lambdaArmPerGbSecond: 0.0000133334,
  dynamodbReadPerMillion: 0.125,
  s3GetPerMillion: 0.4,
  logsPerGb: 0.5,
  transferPerGb: 0.09,
  edgePerMillion: 1,
  edgeTransferPerGb: 0.085,
} as const

const MEMORY_GB = 0.5
/** The share of a processor that comes with 512 MB: one whole at 1,769 MB. */
const PROCESSOR_SHARE = 512 / 1769
/** Our line, the platform's report and the access log, as they are written for one request. */
const LOG_BYTES = 900
/** Headers of an answer with its body of the default question. */
const ANSWER_BYTES = 1_500
const DATABASE_MS = 2

/** Lambda bills whole milliseconds, and at least one. */
const billedMs = (cpuUs: number, waitMs = 0): number => Math.ceil(cpuUs / PROCESSOR_SHARE / 1000 + waitMs)

const computeOf = (milliseconds: number): number => milliseconds * 1000 * MEMORY_GB * PRICES.lambdaArmPerGbSecond

/** Bytes of one request are gigabytes of a million, times a thousandth. */
const gbPerMillion = (bytes: number): number => bytes / 1000

const dollars = (value: number): string => `$${value.toFixed(value > 0 && value < 0.1 ? 3 : 2)}`

type Line = { readonly part: string; readonly formula: string; readonly at: (hitRate: number) => number }

const routeLines = (ms: number): readonly Line[] => {
  const origin = (cost: number) => (hitRate: number) => cost * (1 - hitRate)
  return [
    {
      part: 'Edge, requests',
      formula: 'all x $1.00/M, none without an edge',
      at: (hits) => (hits === 0 ? 0 : PRICES.edgePerMillion),
    },
    {
      part: 'Transfer of the answers',
      formula: `${ANSWER_BYTES} B x $0.085/GB at the edge, $0.09/GB without`,
      at: (hits) => gbPerMillion(ANSWER_BYTES) * (hits === 0 ? PRICES.transferPerGb : PRICES.edgeTransferPerGb),
    },
    { part: 'HTTP API', formula: 'misses x $1.00/M', at: origin(PRICES.httpApiPerMillion) },
    { part: 'Lambda, requests', formula: 'misses x $0.20/M', at: origin(PRICES.lambdaPerMillion) },
    { part: 'Lambda, time', formula: `misses x ${ms} ms x 0.5 GB x $0.0000133/GB-s`, at: origin(computeOf(ms)) },
    {
      part: 'Logs',
      formula: `misses x ${LOG_BYTES} B x $0.50/GB`,
      at: origin(gbPerMillion(LOG_BYTES) * PRICES.logsPerGb),
    },
  ]
}

const HIT_RATES = [0, 0.9, 0.99] as const

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const routeTable = (lines: readonly Line[]): string =>
  [
    row(['`/api/route`, per million', 'Formula', 'no edge', '90 % hits', '99 % hits']),
    row(['---', '---', '---:', '---:', '---:']),
    ...lines.map(({ part, formula, at }) => row([part, formula, ...HIT_RATES.map((rate) => dollars(at(rate)))])),
    row([
      '**Sum**',
      '',
      ...HIT_RATES.map((rate) => `**${dollars(lines.reduce((sum, { at }) => sum + at(rate), 0))}**`),
    ]),
  ].join('\n')

const v1Sentence = (ms: number): string => {
  const { httpApiPerMillion, lambdaPerMillion, dynamodbReadPerMillion, logsPerGb } = PRICES
  const logs = gbPerMillion(LOG_BYTES) * logsPerGb
  const sum = httpApiPerMillion + lambdaPerMillion + computeOf(ms) + dynamodbReadPerMillion + logs
  return `A million calls of \`/v1\`, which nothing may keep, cost ${dollars(sum)}: HTTP API ${dollars(httpApiPerMillion)}, Lambda ${dollars(lambdaPerMillion)} and ${dollars(computeOf(ms))} for ${ms} ms each, one strongly consistent read ${dollars(dynamodbReadPerMillion)}, logs ${dollars(logs)}.`
}

const cpuOf = (figures: Measured['warm'], name: string): number =>
  figures?.find((one) => one.name === name)?.cpuUs ?? Number.NaN

/** What a million requests cost, from the processor time that this run measured. */
export const costTable = ({ warm, tokens }: Measured): string =>
  [
    routeTable(routeLines(billedMs(cpuOf(warm, 'route')))),
    '',
    v1Sentence(billedMs(cpuOf(tokens, 'v1, 0 ms'), DATABASE_MS)),
  ].join('\n')
