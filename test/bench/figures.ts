/** The value below which a share of the samples lies; `share` from 0 to 1. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** What the machine can do when nothing else disturbs it; the figure that two runs agree on best. */
export const minimum = (samples: readonly number[]): number => Math.min(...samples)

/** To so many digits after the point, for files that people read. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
