/** What a resource of the template is called on this machine: its `Ref`, and what `Fn::GetAtt` gives. */
export type LocalName = {
  readonly ref: string
  readonly attributes?: Readonly<Record<string, string>>
  /** Where the sign-in pages of a user pool's domain are. */
  readonly signInOrigin?: string
}

/** By logical id; pseudo parameters such as `AWS::Region` too. */
export type LocalNames = ReadonlyMap<string, LocalName>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refOf = (target: unknown, names: LocalNames): string | undefined =>
  typeof target === 'string' ? names.get(target)?.ref : undefined

const attributeOf = (target: unknown, names: LocalNames): string | undefined => {
  if (!Array.isArray(target) || target.length !== 2) return undefined
  const [id, attribute]: unknown[] = target
  if (typeof id !== 'string' || typeof attribute !== 'string') return undefined
  const attributes = names.get(id)?.attributes ?? {}
  return Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
}

const partText = (part: unknown): string => (isRecord(part) ? `{${String(part.Ref)}}` : String(part))

/** What CDK writes for the address of a user pool's domain, whether the region is known to it or not. */
const SIGN_IN_ORIGIN = /^https:\/\/\{(\w+)\}\.auth\.(?:\{AWS::Region\}|[a-z0-9-]+)\.amazoncognito\.com$/

const signInOriginOf = (join: unknown, names: LocalNames): string | undefined => {
  if (!Array.isArray(join) || join.length !== 2) return undefined
  const [separator, parts]: unknown[] = join
  if (separator !== '' || !Array.isArray(parts)) return undefined
  const [, domain = ''] = SIGN_IN_ORIGIN.exec(parts.map(partText).join('')) ?? []
  return names.get(domain)?.signInOrigin
}

const resolved = (value: unknown, names: LocalNames): string | undefined => {
  if (typeof value === 'string') return value
  if (!isRecord(value) || Object.keys(value).length !== 1) return undefined
  if ('Ref' in value) return refOf(value.Ref, names)
  if ('Fn::Join' in value) return signInOriginOf(value['Fn::Join'], names)
  return 'Fn::GetAtt' in value ? attributeOf(value['Fn::GetAtt'], names) : undefined
}

/**
 * The environment of a function as AWS would hand it over, with the local names in it. Literals, `Ref`, `Fn::GetAtt` and
 * the address of the sign-in pages are all that it understands: anything else throws, so that nothing is deployed that
 * this machine cannot run.
 */
export const environmentOf = (
  variables: Readonly<Record<string, unknown>>,
  names: LocalNames,
): Record<string, string> => {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables)) {
    const text = resolved(value, names)
    if (text === undefined)
      throw new Error(`The environment variable ${name} cannot be resolved on this machine: ${JSON.stringify(value)}`)
    environment[name] = text
  }
  return environment
}
