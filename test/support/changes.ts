import type { Change } from '../../shared/models/change-log.ts'

/** A price that rose, as the log records it. */
export const aChange = (overrides: Partial<Change> = {}): Change => ({
  id: 'urn:uuid:00000000-0000-8000-8000-000000000001',
  at: '2026-11-20T06:00:00.000Z',
  kind: 'price',
  subject: 'anvil-small',
  figure: 'price',
  before: 0.4,
  after: 0.8,
  cause: {
    model: 'anvil-small',
    figure: 'price',
    before: 0.4,
    after: 0.8,
    sourceId: 'feed',
    asOf: '2026-11-20T06:00:00.000Z',
  },
  summary: 'Anvil Small: price per 1M tokens from $0.40 to $0.80',
  ...overrides,
})
