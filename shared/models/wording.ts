/** A name of unbounded length must not make a sentence of unbounded length. */
const LONGEST_NAME = 80

export const clip = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`

/** Two decimals from a dollar on, three significant digits below, never exponents: `$4.50`, `$0.225`, `$0.10`. */
export const dollars = (usd: number): string => {
  const rounded = Number(usd.toPrecision(3))
  if (rounded >= 1) return `$${usd.toFixed(2)}`
  if (rounded < 0.0001) return usd === 0 ? '$0' : 'under $0.0001'
  const digits = String(rounded)
  return `$${digits.length < 4 ? digits.padEnd(4, '0') : digits}`
}

export const seconds = (wait: number): string => `${wait < 9.95 ? wait.toFixed(1) : Math.round(wait)} s`

export const points = (figure: number): string => figure.toFixed(1)

/** `a`, `a and b`, `a, b and c`; what does not fit into `most` is counted. */
export const list = (items: readonly string[], most = 6): string => {
  const shown = items.slice(0, most)
  const all = items.length > most ? [...shown, `${items.length - most} more`] : shown
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
