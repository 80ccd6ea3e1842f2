import { createServer, type RequestListener } from 'node:http'
import { listen } from '../../infra/local/listen.ts'
import { sleep } from './figures.ts'

export type Stub = { readonly url: string; readonly close: () => Promise<void> }

const stub = async (listener: RequestListener): Promise<Stub> => {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  const port = await listen(server, '127.0.0.1', 0)
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}

export type S3Stub = Stub & {
  /** How often the object was asked for, and how often the answer was that it has not changed. */
  readonly counts: () => { readonly whole: number; readonly unchanged: number }
}

/** One object under every path, with conditional reads. */
export const s3Stub = async (body: string): Promise<S3Stub> => {
  const bytes = Buffer.from(body)
  const etag = '"0123456789abcdef0123456789abcdef"'
  let [whole, unchanged] = [0, 0]
  const served = await stub((request, response) => {
    const isUnchanged = request.headers['if-none-match'] === etag
    if (isUnchanged) unchanged += 1
    else whole += 1
    const headers = { etag, 'content-type': 'application/json' }
    if (isUnchanged) response.writeHead(304, headers).end()
    else response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
  })
  return { ...served, counts: () => ({ whole, unchanged }) }
}

type Items = { readonly token: unknown; readonly session: unknown }

/** The text of each answer, made before anybody asks. */
const dynamodbAnswers = ({ token, session }: Items) => ({
  token: JSON.stringify({ Item: token }),
  session: JSON.stringify({ Item: session }),
  none: JSON.stringify({ Items: [], Count: 0, ScannedCount: 0 }),
})

/** Answers reads of one token and one session after a wait, in the protocol's own form. */
export const dynamodbStub = (items: Items, waitMs: number): Promise<Stub> => {
  const answers = dynamodbAnswers(items)
  return stub(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (waitMs > 0) await sleep(waitMs)
    const isGet = String(request.headers['x-amz-target']).endsWith('.GetItem')
    const isToken = Buffer.concat(chunks).includes('tokenHash')
    const body = isGet ? (isToken ? answers.token : answers.session) : answers.none
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
}
