import type { Snapshot } from '../models/schema.ts'
import { routingOperations } from './routing.ts'

/** The public endpoints as the index itself lists them. */
export const areaA: Snapshot['api'] = routingOperations.map(({ method, path, summary }) => ({
  method,
  path,
  description: summary,
}))
