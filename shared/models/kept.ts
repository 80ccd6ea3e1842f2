/** A value made at its first use and kept: a cold start pays for nothing that its question does not need. */
export const kept = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    known.set(key, made)
    return made
  }
}
