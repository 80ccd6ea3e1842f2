type Order<T> = {
  /** The highest figure goes first. */
  readonly figure: (item: T) => number
  /** Negative where `a` goes before `b` at equal figures. */
  readonly breakTie: (a: T, b: T) => number
}

/** The first of the admitted items in their order, found without sorting the rest; `null` of nothing. */
export const best = <T>(items: readonly T[], order: Order<T>, admits: (item: T) => boolean): T | null => {
  let leader: T | null = null
  let highest = Number.NEGATIVE_INFINITY
  for (const item of items) {
    if (!admits(item)) continue
    const figure = order.figure(item)
    if (leader !== null && (figure < highest || (figure === highest && order.breakTie(leader, item) < 0))) continue
    leader = item
    highest = figure
  }
  return leader
}
