import * as z from 'zod/mini'
import { answersAll, type Index, prepare } from './answers.ts'
import { Snapshot } from './schema.ts'

/** A snapshot that has been read, checked and made ready to answer from. */
export type Loaded = { readonly snapshot: Snapshot; readonly index: Index }

/** Reads a snapshot's text; throws for one that is malformed, or that could not answer every question without filters. */
export const load = (text: string, now: Date): Loaded => {
  const snapshot = z.parse(Snapshot, JSON.parse(text))
  const index = prepare(snapshot)
  if (!answersAll(index, now)) throw new Error('These models leave a question without filters unanswered')
  return { snapshot, index }
}
