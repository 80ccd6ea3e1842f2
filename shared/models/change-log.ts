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
  kind: z.enum(['winner', 'route', 'model-added', 'model-gone', 'price', 'score', 'speed', 'index-version']),
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

/** Newest first; `updatedAt` is that of the newest publication that changed anything. */
export const ChangeLog = z.object({ updatedAt: z.nullable(dateTime), changes: z.array(Change) })
export type ChangeLog = z.infer<typeof ChangeLog>

export const EMPTY_LOG: ChangeLog = { updatedAt: null, changes: [] }
