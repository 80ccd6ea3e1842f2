/** A server on which a sign-in depends did not answer, not in time, or not with what it should. */
const UNREACHABLE = 'UnreachableError'

export const unreachable = (message: string): Error => Object.assign(new Error(message), { name: UNREACHABLE })

export const isUnreachable = (error: unknown): boolean => error instanceof Error && error.name === UNREACHABLE

export type Bounds = { readonly timeoutMs: number }

/** An answer of Cognito takes a few kilobytes. */
const MOST_BYTES = 65_536

export type Fetched = { readonly status: number; readonly body: Uint8Array }

const readAll = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw unreachable('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * One request, with one deadline for all of it and a cap on its answer; redirects are not followed. Whatever goes wrong
 * on the way is thrown as unreachable and quotes nothing of what was sent.
 */
export const boundedFetch = async (url: string, init: RequestInit, { timeoutMs }: Bounds): Promise<Fetched> => {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status, body } = await fetch(url, { ...init, redirect: 'manual', signal })
    return { status, body: body === null ? new Uint8Array() : await readAll(body) }
  } catch (error) {
    throw isUnreachable(error) ? error : unreachable('No answer')
  }
}
