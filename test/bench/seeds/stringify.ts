import { handler as answer } from '../../../functions/routing/index.ts'

/** A slow-down on purpose: somebody makes the body anew for each request. */
export const handler = async (event: unknown) => {
  const result = await answer(event)
  return { ...result, body: JSON.stringify(JSON.parse(result.body)) }
}
