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
type Check = (value: unknown) => string | undefined
type Schema = { readonly run: Run; readonly isOptional: boolean; readonly check: (...checks: Check[]) => Schema }
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

const schema = (run: Run, isOptional = false): Schema => ({
  run,
  isOptional,
  check: (...checks) =>
    schema((input, report) => {
      const { counting, isClean } = counted(report)
      const value = run(input, counting)
      if (!isClean()) return value
      for (const check of checks) {
        const message = check(value)
        if (message !== undefined) report({ code: 'custom', message })
      }
      return value
    }, isOptional),
})

const typed = (isOfType: (input: unknown) => boolean): Schema =>
  schema((input, report) => {
    if (!isOfType(input)) report({ code: 'invalid_type', message: INVALID })
    return input
  })

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

export const array = (element: Schema): Schema =>
  schema((input, report) => {
    if (Array.isArray(input)) return Array.from(input, (item, at) => element.run(item, within(String(at), report)))
    report({ code: 'invalid_type', message: INVALID })
    return input
  })

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

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
  return { ...schema(run), shape }
}

export const nullable = (inner: Schema): Schema =>
  schema((input, report) => (input === null ? null : inner.run(input, report)), inner.isOptional)

export const optional = (inner: Schema): Schema =>
  schema((input, report) => (input === undefined ? undefined : inner.run(input, report)), true)

/** The first of the schemas that fits. */
export const union = (schemas: readonly Schema[]): Schema =>
  schema((input, report) => {
    for (const candidate of schemas) {
      const { counting, isClean } = counted(() => undefined)
      const value = candidate.run(input, counting)
      if (isClean()) return value
    }
    report({ code: 'invalid_union', message: INVALID })
    return input
  })

export const pipe = (first: Schema, second: Schema): Schema =>
  schema((input, report) => {
    const { counting, isClean } = counted(report)
    const value = first.run(input, counting)
    return isClean() ? second.run(value, report) : value
  }, first.isOptional)

type Context = { readonly issues: { readonly push: Report } }

export const transform = (make: (value: unknown, context: Context) => unknown): Schema =>
  schema((input, report) => make(input, { issues: { push: report } }))

const verdict = (isRight: boolean, message = INVALID): string | undefined => (isRight ? undefined : message)

export const refine =
  (isRight: (value: unknown) => boolean): Check =>
  (value) =>
    verdict(isRight(value))
export const regex =
  (pattern: RegExp): Check =>
  (value) =>
    verdict(pattern.test(String(value)))
export const minimum =
  (least: number): Check =>
  (value) =>
    verdict(Number(value) >= least)
export const maximum =
  (most: number): Check =>
  (value) =>
    verdict(Number(value) <= most)
export const positive = (): Check => (value) => verdict(Number(value) > 0)

type Parsed =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }

export const safeParse = (of: Schema, input: unknown): Parsed => {
  const issues: Issue[] = []
  const data = of.run(input, ({ path = [], ...issue }) => issues.push({ ...issue, path }))
  return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } }
}

export const parse = (of: Schema, input: unknown): unknown => {
  const parsed = safeParse(of, input)
  if (parsed.success) return parsed.data
  throw new Error(`${parsed.error.issues[0]?.path.map(String).join('.')}: ${parsed.error.issues[0]?.message}`)
}
