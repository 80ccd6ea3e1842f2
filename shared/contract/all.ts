import type { Group, Operation } from '../http/operation.ts'
import { approvalOperations } from './approval.ts'
import { routingOperations } from './routing.ts'
import { signInOperations } from './sign-in.ts'
import { siteOperations } from './site.ts'
import { snapshotsOperations } from './snapshots.ts'
import { tokensOperations } from './tokens.ts'

/** Every endpoint of the service. The order is fixed: names of deployed resources come from a group's first route. */
export const operations: readonly Operation[] = [
  ...routingOperations,
  ...tokensOperations,
  ...approvalOperations,
  ...signInOperations,
  ...snapshotsOperations,
  ...siteOperations,
]

/** The groups that answer HTTP requests, each with its Lambda, in the order of the list. */
export const groups: readonly Group[] = [...new Set(operations.map(({ group }) => group))]
