import { createRequire } from 'node:module'

export type Handler = (event: unknown, context: unknown) => Promise<unknown>

const isHandler = (value: unknown): value is Handler => typeof value === 'function'

/** The export `handler` of a bundle. */
export const loadHandler = (file: string): Handler => {
  const loaded: Readonly<Record<string, unknown>> = createRequire(file)(file)
  if (!isHandler(loaded.handler)) throw new Error(`${file} exports no handler`)
  return loaded.handler
}
