const ENTRY = /^([a-z-]+):(\d{1,4})$/

/** Reads `-c reservedConcurrency=routing:200,refresh:1`: containers kept for a function; absent means none for any. */
export const reservedConcurrency = (context: unknown): ReadonlyMap<string, number> => {
  if (context === undefined) return new Map()
  const entries = String(context)
    .split(',')
    .map((entry) => {
      const [, group, containers] = ENTRY.exec(entry.trim()) ?? []
      if (group === undefined || containers === undefined) {
        throw new Error(`reservedConcurrency takes group:number, separated by commas, and got "${entry}"`)
      }
      return [group, Number(containers)] as const
    })
  return new Map(entries)
}
