import { type Browsers, signedInPage } from '../../shared/auth/browser.ts'
import {
  assetOperation,
  docsOperation,
  homeOperation,
  llmsOperation,
  openApiOperation,
  settingsPageOperation,
  unmatchedOperation,
} from '../../shared/contract/site.ts'
import { anyone, type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import { notFound } from '../../shared/http/errors.ts'
import { etagOf } from '../../shared/http/reply.ts'
import type { Loaded } from '../../shared/models/loaded.ts'
import { errorPage } from '../../shared/pages/error-page.ts'
import type { Asset } from './assets.ts'
import { home } from './home.ts'
import { referenceOnDemand } from './on-demand.ts'
import { settingsPage } from './settings/page.ts'
import { unmatched } from './unmatched.ts'

export type Deps = {
  readonly current: () => Loaded | Promise<Loaded>
  readonly asset: (name: string) => Asset | undefined
  readonly now: () => Date
  readonly browsers: Browsers
  readonly baseUrl: string
  readonly signInOrigin: string
}

/** The pages, their files, the reference, and whatever no other group answers. */
export const siteEndpoints = ({ current, asset, now, browsers, baseUrl, signInOrigin }: Deps): readonly Endpoint[] => {
  const person = signedInPage(browsers, () => errorPage(401, 'Sign in to see this page'))
  const referenceOf = referenceOnDemand()
  const reference = async () => referenceOf({ loaded: await current(), baseUrl, now: now() })
  return [
    endpoint(homeOperation, anyone, async () => home(await current(), baseUrl, now())),
    endpoint(settingsPageOperation, person, ({ caller }) => settingsPage({ browser: caller, baseUrl, signInOrigin })),
    endpoint(assetOperation, anyone, ({ params }) => {
      const found = asset(params.file)
      if (found === undefined) throw notFound('There is no such file')
      const { mediaType, content } = found
      // Asked for again each time, and mostly answered 304: a page must never meet the script of another version.
      const headers = { 'content-type': mediaType, etag: etagOf(content), 'cache-control': 'public, no-cache' }
      return { status: 200, headers, body: content }
    }),
    endpoint(openApiOperation, anyone, async () => (await reference()).openApi),
    endpoint(llmsOperation, anyone, async () => (await reference()).llms),
    endpoint(docsOperation, anyone, async () => (await reference()).docs),
    endpoint(unmatchedOperation, anyone, ({ request }) => unmatched(request)),
  ]
}
