/** Control characters, direction overrides among them: what came over the network must not steer a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Text of the service as it may be shown: on one line, without anything that a terminal would obey. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, ' ')

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const escaped = (character: string): string =>
  character === '\n' ? character : character.split('').map(escapedUnit).join('')

/** JSON to read and to pipe; what JSON leaves unescaped and a terminal would obey is escaped too. */
export const asJson = (value: unknown): string => JSON.stringify(value, null, 2).replace(UNPRINTABLE, escaped)

const TOKEN = /svc_live_[0-9A-Za-z]+/g

/** The last door before a terminal or a log: no token leaves through it, whatever a server put into a message. */
export const withoutTokens = (text: string): string => text.replace(TOKEN, 'svc_live_(hidden)')

export const bold = (text: string, isColoured: boolean): string => (isColoured ? `\u001b[1m${text}\u001b[22m` : text)

export const dim = (text: string, isColoured: boolean): string => (isColoured ? `\u001b[2m${text}\u001b[22m` : text)

type Column = { readonly title: string; readonly isNumber: boolean }

/** Columns padded to their widest entry; numbers stand to the right. */
export const table = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  isColoured: boolean,
): string => {
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ isNumber }, at) => {
        const cell = cells[at] ?? ''
        return isNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
      })
      .join('  ')
      .trimEnd()
  const head = dim(line(columns.map(({ title }) => title)), isColoured)
  return [head, ...rows.map(line)].join('\n')
}
