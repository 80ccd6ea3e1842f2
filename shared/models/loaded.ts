import * as z from 'zod/mini'
import { answersOf, type Index, prepare } from './answers.ts'
import { Snapshot } from './schema.ts'

/** A snapshot that has been read, checked and made ready to answer from. */
export type Loaded = { readonly snapshot: Snapshot; readonly index: Index }

/** Reads a snapshot's text; throws for one that is malformed, or that could not answer every question without filters. */
export const load = (text: string, now: Date): Loaded => {
  const snapshot = z.parse(Snapshot, JSON.parse(text))
  answersOf(snapshot.models, snapshot.updatedAt, now)
  return { snapshot, index: prepare(snapshot) }
}
