import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Snapshot } from './schema.ts'

/** The index that the repository ships, from the folder in which it lies. */
export const shippedIndex = (folder: string): Snapshot =>
  z.parse(Snapshot, JSON.parse(readFileSync(join(folder, 'default-index.json'), 'utf8')))
