import { html } from 'hono/html'
import { ATOM_CLOSE, ATOM_OPEN, type Change, type ChangeLog, EMPTY_FEED_UPDATED } from './change-log.ts'

/** XML 1.0 knows these characters in no form, not even escaped; one of them would make the whole feed unreadable. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const text = (value: string): string => value.replace(UNWRITABLE, '�')

const source = ({ cause }: Change): string =>
  cause === null || cause.sourceId === null ? '' : ` Source: ${cause.sourceId}, ${cause.asOf ?? 'undated'}.`

const entry = (change: Change) => html`
  <entry>
    <id>${change.id}</id>
    <title>${text(change.summary)}</title>
    <updated>${change.at}</updated>
    <category term="${change.kind}"/>
    <content type="text">${text(`${change.summary}.${source(change)}`)}</content>
  </entry>`

/**
 * The log as an Atom feed (RFC 4287). Without a base address its links are relative to wherever it was read; the ids are
 * names and no addresses, so they stay the same when the service moves.
 */
export const atomOf = async (log: ChangeLog, baseUrl: string | undefined): Promise<string> => {
  const base = baseUrl ?? ''
  const written = await html`${''}
  <title>Pointsman: what changed in the model index</title>
  <subtitle>Models, prices, scores, speeds and winners. Scores and speeds: Artificial Analysis; prices: OpenRouter.</subtitle>
  <updated>${log.updatedAt ?? EMPTY_FEED_UPDATED}</updated>
  <link rel="self" type="application/atom+xml" href="${base}/api/changes.atom"/>
  <link rel="alternate" type="application/json" href="${base}/api/changes"/>${log.changes.map(entry)}
`
  return `${ATOM_OPEN}${written}${ATOM_CLOSE}`
}
