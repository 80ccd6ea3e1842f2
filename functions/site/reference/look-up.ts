import type { OpenApi } from '../../../shared/openapi/document.ts'
import { isJson, type Json } from '../../../shared/openapi/json-schema.ts'

const NONE: Json = {}

/** A part of the document by its name; an empty one where there is none. */
export const part = (of: unknown, name: string): Json => {
  const found = isJson(of) ? of[name] : undefined
  return isJson(found) ? found : NONE
}

export const partsOf = (of: unknown, name: string): readonly Json[] => {
  const found = isJson(of) ? of[name] : undefined
  return Array.isArray(found) ? found.filter(isJson) : []
}

export const textOf = (of: Json, name: string): string => {
  const found = of[name]
  return typeof found === 'string' ? found : ''
}

/** What a reference points to, or the value itself. */
export const resolved = (document: OpenApi, value: Json): Json => {
  const ref = textOf(value, '$ref')
  if (ref === '') return value
  return ref.split('/').slice(1).reduce(part, document)
}

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

export type Described = {
  readonly path: string
  readonly method: string
  readonly operation: Json
  /** Further paths that answer alike. */
  readonly aliases: readonly string[]
  /** HEAD and OPTIONS, where they are answered too. */
  readonly alsoMethods: readonly string[]
}

const ALSO: readonly string[] = ['head', 'options']

/** Every operation once, with its aliases and the methods that come with it. */
export const describedIn = ({ paths }: OpenApi): readonly Described[] => {
  const items = Object.entries(paths)
  return items.flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isJson(operation) || ALSO.includes(method) || operation['x-alias-of'] !== undefined) return []
      const aliases = items.filter(([, other]) => part(other, method)['x-alias-of'] === path).map(([alias]) => alias)
      const alsoMethods = method === 'get' ? ALSO.filter((also) => also in item).map((also) => also.toUpperCase()) : []
      return [{ path, method: method.toUpperCase(), operation, aliases, alsoMethods }]
    }),
  )
}
