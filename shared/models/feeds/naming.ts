import type { Reading, Wording } from './extract.ts'

/** Reasoning efforts from most to least; no effort named stands between what is set and what is off. */
export const EFFORTS = ['max', 'xhigh', 'high', 'medium', 'reasoning', 'default', 'low', 'minimal', 'non-reasoning']

/** Words that say who sells the weights or in which wrapping, never which model it is. */
const NOISE = ['nvidia', 'it', 'instruct', 'thinking']

const effortIn = (words: string): string | null => {
  if (/non-?reasoning/.test(words)) return 'non-reasoning'
  const named = /\b(max|xhigh|high|medium|low|minimal)\b/.exec(words)
  if (named?.[1] !== undefined) return named[1]
  return /\b(reasoning|thinking)\b/.test(words) ? 'reasoning' : null
}

const wordingOf = (words: readonly string[]): Wording => {
  if (words.includes('thinking')) return 'thinking'
  return words.includes('instruct') ? 'instruct' : null
}

/**
 * The words of a name in alphabetical order: makers turn their words about (`Claude 4.5 Haiku`, `Claude Haiku 4.5`).
 * Dotted versions stay whole and four-digit suffixes stay in, because both tell siblings apart; eight-digit dates go.
 */
const keyOf = (words: readonly string[]): string =>
  words
    .filter((word) => !NOISE.includes(word) && !/^20\d{6}$/.test(word))
    .toSorted()
    .join(' ')

const wordsOf = (text: string): string[] => text.split(/[\s\-_/,()']+/).filter((word) => word !== '')

/** Reads a published name: the effort stands in brackets, the maker before a colon. */
export const readName = (name: string): Reading => {
  const bare = name.toLowerCase().replace(/^[^:]*:\s/, '')
  let effort: string | null = null
  const rest = bare.replace(/\(([^)]*)\)/g, (whole, inside: string) => {
    const found = effortIn(inside)
    effort = effort ?? found
    return found === null ? whole : ' '
  })
  const words = wordsOf(rest)
  return { key: keyOf(words), wording: wordingOf(words), effort }
}

/** A slug writes `5.4` as `5-4`: a single digit after a short number continues the version. */
const joinVersions = (words: readonly string[]): string[] => {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const continues = last !== undefined && /^\d$/.test(word) && /^[a-z]*\d$/.test(last)
    if (continues) joined.splice(-1, 1, `${last}.${word}`)
    else joined.push(word)
  }
  return joined
}

const readSlugPart = (slug: string, effort: string | null): Reading => {
  const words = joinVersions(wordsOf(slug.toLowerCase().replace(/-20\d\d-\d\d-\d\d$/, '')))
  return { key: keyOf(words), wording: wordingOf(words), effort }
}

/**
 * Reads a slug whose end may be an effort. The whole slug comes first: `qwen3-7-max` and `o3-mini-high` are models.
 */
export const readSlug = (slug: string): readonly Reading[] => {
  const end = /^(.+?)-(non-reasoning|reasoning|max|xhigh|high|medium|low|minimal)(-.*-fallback)?$/.exec(slug)
  const whole = readSlugPart(slug, null)
  return end?.[1] === undefined ? [whole] : [whole, readSlugPart(end[1], end[2] ?? null)]
}

/** The key of the last part of an id, without the maker before it and the variant after it. */
export const keyOfId = (modelId: string): string =>
  readSlugPart((modelId.split('/').at(-1) ?? '').replace(/:.*$/, ''), null).key
