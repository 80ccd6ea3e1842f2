import type { Group, Operation } from '../http/operation.ts'
import { approvalOperations } from './approval.ts'
import { routingOperations } from './routing.ts'
import { signInOperations } from './sign-in.ts'
import { siteOperations } from './site.ts'
import { snapshotsOperations } from './snapshots.ts'
import { tokensOperations } from './tokens.ts'

const declared = [
  ...routingOperations,
  ...tokensOperations,
  ...approvalOperations,
  ...signInOperations,
  ...snapshotsOperations,
  ...siteOperations,
] as const

/** Any one endpoint with its exact schemas, for whoever makes types of them. */
export type Declared = (typeof declared)[number]

/** Every endpoint of the service. The order is fixed: names of deployed resources come from a group's first route. */
export const operations: readonly Operation[] = declared

/** The groups that answer HTTP requests, each with its Lambda, in the order of the list. */
export const groups: readonly Group[] = [...new Set(operations.map(({ group }) => group))]
