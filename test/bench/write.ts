import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { costTable } from './cost.ts'
import { ROOT } from './paths.ts'
import { type Results, verdictTable } from './table.ts'

const README = join(ROOT, 'README.md')

/** Replaces what stands between the two markers of a name; throws where they are missing. */
export const between = (text: string, name: string, content: string): string => {
  const [open, close] = [`<!-- ${name}: inserted by npm run bench -- --write -->`, `<!-- /${name} -->`]
  const [start, end] = [text.indexOf(open), text.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`The markers of ${name} are missing`)
  return `${text.slice(0, start + open.length)}\n\n${content}\n\n${text.slice(end)}`
}

/** The figures of the README; nobody types them. */
export const writeReadme = (results: Results): void => {
  const speed = `${verdictTable(results.verdicts)}\n\nMeasured on ${results.date}: ${results.machine}, Node.js ${results.node}.`
  const text = readFileSync(README, 'utf8')
  writeFileSync(README, between(between(text, 'speed', speed), 'cost', costTable(results.measured)))
}
