import * as z from 'zod/mini'
import { dateTime, FIGURES, id, text } from './schema.ts'

/** The log is one object that is read whole: older changes are in the history of the index. */
export const MAX_CHANGES = 500

const Value = z.nullable(z.union([z.string(), z.number()]))

/** The figure that made a change, in the model that it is of; `sourceId` and `asOf` are null where the index does not say. */
const Cause = z.object({
  model: id,
  figure: z.enum([...FIGURES, 'model', 'retirement', 'eligibility']),
  before: Value,
  after: Value,
  sourceId: z.nullable(text),
  asOf: z.nullable(dateTime),
})
export type Cause = z.infer<typeof Cause>

export const Change = z.object({
  /** A `urn:uuid` made from the content: the same change has the same id. */
  id: text,
  /** `updatedAt` of the index that brought it. */
  at: dateTime,
  kind: z.enum(['winner', 'route', 'model-added', 'model-gone', 'price', 'score', 'speed']),
  /** The id of the model, or the endpoint whose answer changed, such as `/api/cheapest`. */
  subject: text,
  figure: z.nullable(z.enum(FIGURES)),
  before: Value,
  after: Value,
  cause: z.nullable(Cause),
  /** The change in one sentence. */
  summary: text,
})
export type Change = z.infer<typeof Change>

/** One publication brings no more, so that it cannot push all others out. */
export const MAX_AT_ONCE = 200

/** Newest first; `updatedAt` is that of the newest publication that changed anything. */
export const ChangeLog = z.object({ updatedAt: z.nullable(dateTime), changes: z.array(Change) })
export type ChangeLog = z.infer<typeof ChangeLog>

export const EMPTY_LOG: ChangeLog = { updatedAt: null, changes: [] }

/** How every feed of ours begins and ends. */
export const ATOM_OPEN =
  '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n  <id>urn:uuid:6f0f2e52-8a9c-4a38-9d1b-2f6a0a6f7c11</id>\n  <author><name>Pointsman</name></author>'
export const ATOM_CLOSE = '</feed>\n'
export const EMPTY_FEED_UPDATED = '1970-01-01T00:00:00Z'

/** The text of a feed that we wrote to its end. */
export const Feed = z.string().check(z.refine((feed) => feed.startsWith(ATOM_OPEN) && feed.endsWith(ATOM_CLOSE)))

/** The feed before anything changed, for readers that have none. */
export const EMPTY_FEED = `${ATOM_OPEN}
  <title>Pointsman: what changed in the model index</title>
  <updated>${EMPTY_FEED_UPDATED}</updated>
${ATOM_CLOSE}`
