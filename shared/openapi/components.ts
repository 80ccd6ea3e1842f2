import type { Json } from './json-schema.ts'

type Kind = 'parameters' | 'responses'

/** What operations share is written once, under a key, and referred to. */
export type Components = Readonly<Record<Kind, Map<string, Json>>>

export const newComponents = (): Components => ({ parameters: new Map(), responses: new Map() })

/** Refers to a component, which is written down at its first use. */
export const refer = (components: Components, kind: Kind, [key, value]: readonly [string, Json]): Json => {
  const known = components[kind].get(key)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value)) {
    throw new Error(`Two different ${kind} are called ${key}`)
  }
  components[kind].set(key, value)
  return { $ref: `#/components/${kind}/${key}` }
}
