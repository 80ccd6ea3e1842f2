import * as z from 'zod/mini'
import { noBody, nothing, operation } from '../http/operation.ts'

/** What a harness knows of its tools. `status` is open for later values; today it is always `empty`. */
export const ConnectorSnapshot = z.object({
  apiVersion: z.iso.date(),
  loopId: z.string(),
  generatedAt: z.iso.datetime(),
  workspace: z.string(),
  status: z.string(),
  connectors: z.array(z.unknown()),
  signals: z.array(z.unknown()),
  message: z.string(),
})
export type ConnectorSnapshot = z.infer<typeof ConnectorSnapshot>

export const connectorSnapshotOperation = operation({
  id: 'connectorSnapshot',
  group: 'snapshots',
  method: 'GET',
  path: '/v1/loops/{loop}/connector-snapshot',
  aliases: [],
  auth: 'bearer',
  params: z.object({ loop: z.string() }),
  query: nothing,
  body: noBody,
  summary: 'The latest connector snapshot of a loop',
  description: 'Needs a token with the scope snapshots:read. Until tools are connected, the snapshot is empty.',
  reply: { status: 200, type: 'json', schema: ConnectorSnapshot },
  errors: [401, 403, 404, 503],
  throttle: { rate: 500, burst: 1000 },
  isPublic: false,
})

export const snapshotsOperations = [connectorSnapshotOperation] as const
