import { describe, expect, it } from 'vitest'
import { routingEndpoints } from '../../functions/routing/handlers.ts'
import { requestOf } from '../../shared/http/request.ts'
import { load } from '../../shared/models/loaded.ts'
import { anEvent } from '../support/event.ts'
import { NOW } from '../support/models.ts'
import { aWorld, NO_CHANGES } from '../support/routing.ts'

const answering = () => {
  let loaded = load(JSON.stringify(aWorld()), NOW)
  const endpoints = routingEndpoints({ current: () => loaded, changes: NO_CHANGES, now: () => NOW })
  const replace = () => {
    loaded = load(JSON.stringify(aWorld()), NOW)
  }
  return { endpoints, replace }
}

/** The changes are kept bytes of the bucket, not rendered here. */
const ids = answering()
  .endpoints.map(({ operation }) => operation.id)
  .filter((id) => !id.startsWith('changes'))

describe('A finished reply is kept, "never stringified or compressed per request"', () => {
  it.each(ids.flatMap((id) => [[id, 'identity'] as const, [id, 'gzip'] as const]))('%s, %s', async (id, encoding) => {
    const { endpoints, replace } = answering()
    const found = endpoints.find(({ operation }) => operation.id === id)
    const ask = () => {
      const event = anEvent({ path: '/', query: 'regions=us', headers: { 'accept-encoding': encoding } })
      return found?.answer(requestOf(event), () => undefined)
    }
    const first = await ask()
    expect(first?.status).toBe(200)
    // The very same object: nothing of it was made again.
    expect(await ask()).toBe(first)
    replace()
    expect(await ask()).not.toBe(first)
  })
})
