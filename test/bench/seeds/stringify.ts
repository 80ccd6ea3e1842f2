import { handler as answer } from '../../../functions/routing/index.ts'

/** A slow-down on purpose: somebody makes the body anew for each request, and a copy of event and result beside it. */
export const handler = async (event: unknown) => {
  const result = await answer(event)
  const copies = [event, result].map((value) => JSON.parse(JSON.stringify(value)))
  return { ...result, body: JSON.stringify(JSON.parse(result.body)), isBase64Encoded: copies.length === 0 }
}
