import * as z from 'zod/mini'
import { answersAll, type Index, prepare } from './answers.ts'
import { Snapshot } from './schema.ts'
import { isSealed } from './seal.ts'

/** A snapshot that has been read, checked and made ready to answer from. */
export type Loaded = { readonly snapshot: Snapshot; readonly index: Index }

const snapshotOf = (text: string): Snapshot => {
  const value: unknown = JSON.parse(text)
  // To check 5,000 values again that have been checked costs a container a twentieth of its start.
  if (!isSealed(value, text)) return z.parse(Snapshot, value)
  const { seal: _, ...snapshot } = value
  return snapshot
}

/** Reads a snapshot's text; throws for one that is malformed, or that could not answer every question without filters. */
export const load = (text: string, now: Date): Loaded => {
  const snapshot = snapshotOf(text)
  const index = prepare(snapshot)
  if (!answersAll(index, now)) throw new Error('These models leave a question without filters unanswered')
  return { snapshot, index }
}
