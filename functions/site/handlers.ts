import { assetOperation, homeOperation, unmatchedOperation } from '../../shared/contract/site.ts'
import { anyone, type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import { notFound } from '../../shared/http/errors.ts'
import { etagOf } from '../../shared/http/reply.ts'
import type { Loaded } from '../../shared/models/loaded.ts'
import type { Asset } from './assets.ts'
import { home } from './home.ts'
import { unmatched } from './unmatched.ts'

export type Deps = {
  readonly current: () => Loaded | Promise<Loaded>
  readonly asset: (name: string) => Asset | undefined
  readonly now: () => Date
}

/** The pages, their files, and whatever no other group answers. */
export const siteEndpoints = ({ current, asset, now }: Deps): readonly Endpoint[] => [
  endpoint(homeOperation, anyone, async () => home(await current(), now())),
  endpoint(assetOperation, anyone, ({ params }) => {
    const found = asset(params.file)
    if (found === undefined) throw notFound('There is no such file')
    const { mediaType, content } = found
    const headers = { 'content-type': mediaType, etag: etagOf(content), 'cache-control': 'public, max-age=3600' }
    return { status: 200, headers, body: content }
  }),
  endpoint(unmatchedOperation, anyone, ({ request }) => unmatched(request)),
]
