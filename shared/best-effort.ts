import { setTimeout as sleep } from 'node:timers/promises'

/** What a store tells the log about a write that may fail. Only an error's name: its message could quote the item. */
export type Report = (entry: { readonly event: string; readonly error: string }) => void

export type BestEffort = {
  readonly event: string
  readonly withinMs: number
  readonly report: Report
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/**
 * Does what would be nice to have done, and returns in time whatever happens. It races a timer of its own, because a
 * client that waits between two tries does not hear the signal.
 */
export const tryBriefly = async (
  work: (signal: AbortSignal) => Promise<unknown>,
  { event, withinMs, report }: BestEffort,
): Promise<void> => {
  const giveUp = new AbortController()
  const settled = new AbortController()
  const done = work(giveUp.signal).then(
    () => undefined,
    (error: unknown) => nameOf(error),
  )
  const late = sleep(withinMs, 'TooSlow', { signal: settled.signal }).catch(() => undefined)
  const failure = await Promise.race([done, late])
  giveUp.abort()
  settled.abort()
  if (failure !== undefined) report({ event, error: failure })
}
