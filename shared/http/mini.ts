/**
 * The part of `zod/mini` that the routing function's schemas use, without what it does not need. The bundler puts it in
 * zod's place there and nowhere else: zod costs that function 22 kB and a third of its cold start. A test holds it
 * against zod itself, over the very schemas that it stands in for.
 */

type Issue = { readonly code: string; readonly message: string; readonly path: readonly PropertyKey[] }
type Found = { readonly code: string; readonly message: string; readonly path?: readonly PropertyKey[] }
type Report = (issue: Found) => void
/** Answers the parsed value, or reports at least one issue and answers anything. */
type Run = (input: unknown, report: Report) => unknown
type Check = (value: unknown) => boolean
type Schema = {
  readonly run: Run
  /**
   * Whether the input is right, and its own parsed value. Asked first: an index holds 5,000 values, and to make a copy
   * of what is right as it stands would cost a cold start more than to check it.
   */
  readonly fits: Check
  readonly isOptional: boolean
  readonly check: (...checks: Check[]) => Schema
}
type Shape = Readonly<Record<string, Schema>>

export const NEVER = undefined

const INVALID = 'Invalid input'

const counted = (report: Report) => {
  let count = 0
  const counting: Report = (issue) => {
    count += 1
    report(issue)
  }
  return { counting, isClean: () => count === 0 }
}

const allOf = ([first, second, third, ...others]: readonly Check[]): Check => {
  if (first === undefined) return () => true
  if (second === undefined) return first
  // Most fields have a type and two checks: as one call for each of them.
  if (third === undefined) return (value) => first(value) && second(value)
  if (others.length === 0) return (value) => first(value) && second(value) && third(value)
  const rest = allOf([third, ...others])
  return (value) => first(value) && second(value) && rest(value)
}

const schema = (run: Run, fits: Check, isOptional = false): Schema => ({
  run,
  fits,
  isOptional,
  check: (...checks) => {
    const checked: Run = (input, report) => {
      const { counting, isClean } = counted(report)
      const value = run(input, counting)
      if (!isClean()) return value
      for (const check of checks) if (!check(value)) report({ code: 'custom', message: INVALID })
      return value
    }
    return schema(checked, allOf([fits, ...checks]), isOptional)
  },
})

const typed = (isOfType: Check): Schema =>
  schema((input, report) => {
    if (!isOfType(input)) report({ code: 'invalid_type', message: INVALID })
    return input
  }, isOfType)

export const string = () => typed((input) => typeof input === 'string')
export const boolean = () => typed((input) => typeof input === 'boolean')
export const number = () => typed(Number.isFinite)
export const int = () => typed(Number.isSafeInteger)
const enumeration = (values: readonly unknown[]) => typed((input) => values.includes(input))

export { enumeration as enum }

const within =
  (at: string, report: Report): Report =>
  (issue) =>
    report({ ...issue, path: [at, ...(issue.path ?? [])] })

// Not by `every`, which passes over holes.
const allFit = (list: readonly unknown[], fits: Check): boolean => {
  for (let at = 0; at < list.length; at++) if (!fits(list[at])) return false
  return true
}

export const array = (element: Schema): Schema =>
  schema(
    (input, report) => {
      if (Array.isArray(input)) return Array.from(input, (item, at) => element.run(item, within(String(at), report)))
      report({ code: 'invalid_type', message: INVALID })
      return input
    },
    (input) => Array.isArray(input) && allFit(input, element.fits),
  )

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

/** Whether all is there and right, and nothing else is there: a field too many would have to be left out of a copy. */
const hasShape = (fields: readonly (readonly [name: string, field: Schema])[]): Check => {
  const names = fields.map(([name]) => name)
  const fits = fields.map(([, field]) => field.fits)
  return (input) => {
    if (!isObject(input)) return false
    let present = 0
    for (let at = 0; at < names.length; at++) {
      const value = input[names[at] ?? '']
      if (!fits[at]?.(value)) return false
      if (value !== undefined) present += 1
    }
    // Counted, not listed: an index has a thousand objects.
    for (const _ in input) present -= 1
    return present === 0
  }
}

export const object = (shape: Shape) => {
  const fields = Object.entries(shape)
  const run: Run = (input, report) => {
    if (!isObject(input)) {
      report({ code: 'invalid_type', message: INVALID })
      return input
    }
    const parsed: Record<string, unknown> = {}
    for (const [name, field] of fields) {
      const value = field.run(input[name], within(name, report))
      if (value !== undefined || name in input) parsed[name] = value
    }
    return parsed
  }
  return { ...schema(run, hasShape(fields)), shape }
}

export const nullable = (inner: Schema): Schema =>
  schema(
    (input, report) => (input === null ? null : inner.run(input, report)),
    (input) => input === null || inner.fits(input),
    inner.isOptional,
  )

export const optional = (inner: Schema): Schema =>
  schema(
    (input, report) => (input === undefined ? undefined : inner.run(input, report)),
    (input) => input === undefined || inner.fits(input),
    true,
  )

/** The first of the schemas that fits. */
export const union = (schemas: readonly Schema[]): Schema =>
  schema(
    (input, report) => {
      for (const candidate of schemas) {
        const { counting, isClean } = counted(() => undefined)
        const value = candidate.run(input, counting)
        if (isClean()) return value
      }
      report({ code: 'invalid_union', message: INVALID })
      return input
    },
    (input) => schemas[0]?.fits(input) === true,
  )

const never: Check = () => false

export const pipe = (first: Schema, second: Schema): Schema =>
  schema(
    (input, report) => {
      const { counting, isClean } = counted(report)
      const value = first.run(input, counting)
      return isClean() ? second.run(value, report) : value
    },
    never,
    first.isOptional,
  )

type Context = { readonly issues: { readonly push: Report } }

export const transform = (make: (value: unknown, context: Context) => unknown): Schema =>
  schema((input, report) => make(input, { issues: { push: report } }), never)

export const refine = (isRight: Check): Check => isRight

// Asked only of what has the type already; not by `String` and `Number`, which are a call for each of 5,000 values.
export const regex =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const minLength =
  (least: number): Check =>
  (value) =>
    typeof value === 'string' && value.length >= least
export const maxLength =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most
export const minimum =
  (least: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least
export const maximum =
  (most: number): Check =>
  (value) =>
    typeof value === 'number' && value <= most
export const positive = (): Check => (value) => typeof value === 'number' && value > 0

type Parsed =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }

export const safeParse = (of: Schema, input: unknown): Parsed => {
  if (of.fits(input)) return { success: true, data: input }
  const issues: Issue[] = []
  const data = of.run(input, ({ path = [], ...issue }) => issues.push({ ...issue, path }))
  return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } }
}

export const parse = (of: Schema, input: unknown): unknown => {
  const parsed = safeParse(of, input)
  if (parsed.success) return parsed.data
  throw new Error(`${parsed.error.issues[0]?.path.map(String).join('.')}: ${parsed.error.issues[0]?.message}`)
}
