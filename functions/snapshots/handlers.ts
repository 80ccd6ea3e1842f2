import { type Holders, tokenHolder } from '../../shared/auth/holder.ts'
import { connectorSnapshotOperation } from '../../shared/contract/snapshots.ts'
import { type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import { notFound } from '../../shared/http/errors.ts'
import { answer } from '../../shared/http/reply.ts'
import { isLoopId, placeholder } from '../../shared/snapshots/placeholder.ts'

/** The latest connector snapshot of a loop, for the holder of a token with `snapshots:read`. */
export const snapshotsEndpoints = (holders: Holders): readonly Endpoint[] => [
  endpoint(connectorSnapshotOperation, tokenHolder(holders, 'snapshots:read'), ({ caller, params }) => {
    if (!isLoopId(params.loop)) throw notFound('There is no such loop')
    const snapshot = placeholder({ loopId: params.loop, workspace: caller.workspace, now: holders.now() })
    return answer(connectorSnapshotOperation, snapshot, { 'cache-control': 'no-store' })
  }),
]
