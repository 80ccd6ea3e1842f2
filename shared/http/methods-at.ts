import { type Operation, routeKeysOf } from './operation.ts'

type Known = { readonly method: string; readonly segments: readonly string[] }

const knownOf = (routeKey: string): Known => {
  const [method = '', path = ''] = routeKey.split(' ')
  return { method, segments: path.split('/') }
}

/** A variable stands for one segment that is not empty. */
const fits = ({ segments }: Known, asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, at) => (segment.startsWith('{') ? asked[at] !== '' : segment === asked[at]))

/** The methods that a path answers, in the order of the contract; none where no operation has that path. */
export const methodsAt = (operations: readonly Operation[]) => {
  const known = operations
    .filter(({ method }) => method !== 'ANY')
    .flatMap(routeKeysOf)
    .map(knownOf)
  return (path: string): readonly string[] => {
    const asked = path.split('/')
    return [...new Set(known.filter((route) => fits(route, asked)).map(({ method }) => method))]
  }
}

/** What to say to a method that a path does not answer. */
export const answersOnly = (methods: readonly string[]): { readonly message: string; readonly allow: string } => {
  const allow = methods.join(', ')
  return { message: `This path answers ${allow}`, allow }
}
