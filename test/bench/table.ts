import type { Verdict } from './limits.ts'
import type { Measured } from './values.ts'

export type Results = {
  readonly date: string
  readonly machine: string
  readonly node: string
  readonly isGreen: boolean
  readonly verdicts: readonly Verdict[]
  readonly measured: Measured
}

const shown = (value: number, unit: Verdict['unit']): string =>
  unit === 'x' ? `${value.toFixed(2)}x` : `${unit === 'reads' ? value : value.toFixed(1)} ${unit}`

const bounded = ({ is, unit }: Verdict, value: number | undefined): string =>
  value === undefined ? '' : `${is === 'at least' ? '>= ' : '<= '}${unit === 'x' ? `${value}x` : `${value} ${unit}`}`

const state = ({ isHeld, isGoalReached, goal }: Verdict): string => {
  if (!isHeld) return 'MISSED'
  return isGoalReached && goal !== undefined ? 'goal' : 'held'
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** What was judged, as Markdown. */
export const verdictTable = (verdicts: readonly Verdict[]): string =>
  [
    row(['What', 'Beside', 'Measured', 'Limit', 'Goal', '']),
    row(['---', '---', '---:', '---:', '---:', '---']),
    ...verdicts.map((verdict) =>
      row([
        verdict.what,
        verdict.beside,
        shown(verdict.value, verdict.unit),
        bounded(verdict, verdict.limit),
        bounded(verdict, verdict.goal),
        state(verdict),
      ]),
    ),
  ].join('\n')

const figuresTable = (title: string, figures: readonly Readonly<Record<string, unknown>>[] | undefined): string => {
  const [first] = figures ?? []
  if (figures === undefined || first === undefined) return ''
  const names = Object.keys(first)
  const rows = figures.map((one) => row(names.map((name) => String(one[name]))))
  return `\n${[row([title, ...names.slice(1)]), row(names.map(() => '---')), ...rows].join('\n')}\n`
}

/** All figures of a run, and what became of the limits. */
export const tableOf = ({ date, machine, node, isGreen, verdicts, measured }: Results): string =>
  [
    `\n${date}, ${machine}, Node.js ${node}`,
    figuresTable('Cold', measured.cold),
    measured.cold === undefined ? '' : `Cold starts under ${measured.runtime}`,
    figuresTable('Warm', measured.warm),
    figuresTable('/api/models', measured.models),
    figuresTable('Token check', measured.tokens),
    figuresTable('Local service', measured.server),
    measured.cache === undefined
      ? ''
      : `\n${measured.cache.calls} first calls at once: ${measured.cache.reads} S3 read`,
    measured.commandLine === undefined
      ? ''
      : `\npointsman --version ${measured.commandLine.pointsmanMs} ms, node -e 0 ${measured.commandLine.nodeMs} ms`,
    `\n${verdictTable(verdicts)}\n`,
    isGreen ? 'Every limit that was measured is held.' : 'A limit was missed.',
  ].join('\n')
