import { operations } from '../../../shared/contract/all.ts'
import { etagOf, type HttpReply, MEDIA_TYPES } from '../../../shared/http/reply.ts'
import type { Loaded } from '../../../shared/models/loaded.ts'
import { document, type OpenApi } from '../../../shared/openapi/document.ts'
import { docsPage } from './docs.ts'
import { examplesOf } from './examples.ts'
import { llmsText } from './llms.ts'

const REFERENCE = 'public, max-age=300'

const kept = (type: 'json' | 'text', body: string): HttpReply => ({
  status: 200,
  headers: { 'content-type': MEDIA_TYPES[type], etag: etagOf(body), 'cache-control': REFERENCE },
  body,
})

export type Reference = { readonly openApi: HttpReply; readonly llms: HttpReply; readonly docs: HttpReply }

type Asked = { readonly loaded: Loaded; readonly baseUrl: string; readonly now: Date }

const made = async ({ loaded, baseUrl, now }: Asked): Promise<Reference> => {
  const examples = await examplesOf({ loaded, now })
  const openApi: OpenApi = document(operations, { baseUrl, examples })
  return {
    openApi: kept('json', JSON.stringify(openApi)),
    llms: kept('text', llmsText(operations, { baseUrl, examples })),
    docs: await docsPage(openApi),
  }
}

/** The three forms of the reference, made at the first request for one of them and kept as long as the index. */
export const referenceOf = () => {
  const known = new WeakMap<Loaded, Promise<Reference>>()
  return (asked: Asked): Promise<Reference> => {
    const before = known.get(asked.loaded)
    if (before !== undefined) return before
    const reference = made(asked)
    known.set(asked.loaded, reference)
    // What failed once may work the next time.
    reference.catch(() => known.delete(asked.loaded))
    return reference
  }
}
