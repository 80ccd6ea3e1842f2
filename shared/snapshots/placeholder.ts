import type { ConnectorSnapshot } from '../contract/snapshots.ts'

export const LOOP_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

export const isLoopId = (text: string): boolean => LOOP_ID.test(text)

/** Marks the contract of the response, not the data: it changes when a reader would have to. */
const API_VERSION = '2026-11-01'

export type Asked = { readonly loopId: string; readonly workspace: string; readonly now: Date }

/** What every loop answers until connectors take hosted snapshots. */
export const placeholder = ({ loopId, workspace, now }: Asked): ConnectorSnapshot => ({
  apiVersion: API_VERSION,
  loopId,
  generatedAt: now.toISOString(),
  workspace,
  status: 'empty',
  connectors: [],
  signals: [],
  message: 'No hosted snapshot exists yet for this workspace; tools must be connected first',
})
