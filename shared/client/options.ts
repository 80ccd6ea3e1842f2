import { type Command, InvalidArgumentError, Option } from 'commander'
import { REGIONS } from '../models/choices.ts'

const entries = (text: string, before: readonly string[] = []): readonly string[] => [...before, ...text.split(',')]

const regions = (text: string, before: readonly string[] = []): readonly string[] => {
  const asked = text.split(',').map((entry) => entry.trim().toLowerCase())
  const unknown = asked.find((entry) => !REGIONS.some((region) => region === entry))
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not one of ${REGIONS.join(', ')}.`)
  return [...before, ...asked]
}

/** A value of an option: a number from 0 on. */
export const number = (text: string): number => {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new InvalidArgumentError('It must be a number from 0 on.')
}

/** A value of an option: how many. */
export const count = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 on.')
}

export const oneOf = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values)

/** Adds the two options that narrow any answer. */
export const filtered = (command: Command): Command =>
  command
    .option('--providers <names>', 'only these providers, or ids that begin so; separated by commas', entries)
    .option('--regions <names>', `only makers of these regions: ${REGIONS.join(', ')}`, regions)

export const rawable = (command: Command): Command => command.option('--raw', 'print the model id and nothing else')

export const examples = (command: Command, lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`)
