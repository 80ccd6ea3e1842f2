import { hasVote } from '../../shared/models/carried.ts'
import { type Downloaded, download, type FoundText, type Limits } from '../../shared/models/feeds/download.ts'
import type { Extract } from '../../shared/models/feeds/extract.ts'
import { type LiveSource, rowsOf, type SourceId } from './sources.ts'
import type { Kept } from './state.ts'

/** What a run learnt from one source. `extract` is absent where neither it nor its last good answer has a vote. */
export type Report = {
  readonly id: SourceId
  readonly status: 'new' | 'unchanged' | 'failed'
  readonly fault?: string
  readonly extract?: Extract
  /** To be kept once the run has proved good. */
  readonly kept?: Kept
}

type Read = { readonly ok: true; readonly extract: Extract } | { readonly ok: false; readonly fault: string }

const read = (source: LiveSource, text: string, asOf: string): Read => {
  const parsed = source.parse(text, asOf)
  if (!parsed.ok) return { ok: false, fault: parsed.reason }
  return rowsOf(parsed.extract) > 0 ? parsed : { ok: false, fault: 'no usable row' }
}

/** What is confirmed on a later day is of that day: dates of sources move once a day at most. */
const confirmedAt = (asOf: string, at: string): string => (asOf.slice(0, 10) === at.slice(0, 10) ? asOf : at)

const failed = (source: LiveSource, kept: Kept | undefined, fault: string, now: Date): Report => {
  const report = { id: source.id, status: 'failed', fault } as const
  if (kept === undefined) return report
  const before = hasVote(kept.checkedAt, now) ? read(source, kept.text, kept.asOf) : undefined
  return { ...report, kept, ...(before?.ok ? { extract: before.extract } : {}) }
}

const confirmed = (source: LiveSource, kept: Kept, at: string): Report | undefined => {
  const asOf = confirmedAt(kept.asOf, at)
  const again = read(source, kept.text, asOf)
  if (!again.ok) return undefined
  return { id: source.id, status: 'unchanged', extract: again.extract, kept: { ...kept, asOf, checkedAt: at } }
}

const found = (source: LiveSource, kept: Kept | undefined, answer: FoundText, now: Date): Report => {
  const at = now.toISOString()
  const fresh = { ...answer.validators, text: answer.text }
  if (kept !== undefined && kept.text === answer.text) {
    const same = confirmed(source, { ...kept, ...fresh }, at)
    if (same !== undefined) return same
  }
  const parsed = read(source, answer.text, at)
  if (!parsed.ok) return failed(source, kept, parsed.fault, now)
  return { id: source.id, status: 'new', extract: parsed.extract, kept: { asOf: at, checkedAt: at, ...fresh } }
}

/** Downloaded at once and read one after the other, so that only one hostile text is ever unfolded in memory. */
export type Gathering = { readonly now: Date; readonly limits: Limits }

type Asked = { readonly source: LiveSource; readonly kept: Kept | undefined; readonly answer: Downloaded }

const ask = async (source: LiveSource, kept: Kept | undefined, limits: Limits): Promise<Asked> => {
  const { address, headers } = source
  return { source, kept, answer: await download({ address, headers, held: kept }, limits) }
}

const reportOf = async ({ source, kept, answer }: Asked, { now, limits }: Gathering): Promise<Report> => {
  if (!answer.ok) return failed(source, kept, answer.fault, now)
  if (answer.kind === 'found') return found(source, kept, answer, now)
  const same = kept && confirmed(source, kept, now.toISOString())
  if (same !== undefined) return same
  // What was kept cannot be read any more: ask for all of it again.
  const { answer: whole } = await ask(source, undefined, limits)
  return whole.ok && whole.kind === 'found' ? found(source, undefined, whole, now) : failed(source, kept, 'stale', now)
}

/** Asks every source within bounds. A source that fails leaves its last good answer in force. */
export const gather = async (
  sources: readonly LiveSource[],
  keptOf: (id: SourceId) => Kept | undefined,
  gathering: Gathering,
): Promise<readonly Report[]> => {
  const asked = await Promise.all(sources.map((source) => ask(source, keptOf(source.id), gathering.limits)))
  const reports: Report[] = []
  for (const one of asked) reports.push(await reportOf(one, gathering))
  return reports
}
