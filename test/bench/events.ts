import { type Call, eventOf, type Front } from '../../infra/local/event.ts'
import { targetOf } from '../../infra/local/target.ts'
import { BUDGETS, LATENCIES, QUALITIES, TASKS } from '../../shared/models/question.ts'

const FRONT: Front = { domainName: 'a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com', proto: 'https', port: '443' }

const BROWSER = [
  ['Host', FRONT.domainName],
  [
    'User-Agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  ['Accept', 'application/json, text/plain, */*'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
  ['Accept-Language', 'en-GB,en;q=0.9'],
] as const

type Sent = {
  readonly headers?: Readonly<Record<string, string>>
  /** Where the path has variables, the route's own path and their values. */
  readonly route?: string
  readonly pathParameters?: Record<string, string>
}

/** A whole event as API Gateway sends it, as text. */
export const eventFor = (url: string, { headers = {}, route, pathParameters }: Sent = {}): string => {
  const target = targetOf(url)
  if (target === undefined) throw new Error(`${url} is no target`)
  const call: Call = {
    received: {
      method: 'GET',
      protocol: 'HTTP/1.1',
      rawHeaders: [...BROWSER, ...Object.entries(headers)].flat(),
      sourceIp: '192.0.2.1',
      body: Buffer.alloc(0),
    },
    target,
    match: { routeKey: `GET ${route ?? target.path}`, pathParameters },
    stamp: {
      requestId: 'JKJaXmPLvHcESHA=',
      traceId: 'Root=1-6e9f0000-0123456789abcdef01234567',
      now: 1_794_000_000_000,
    },
  }
  return JSON.stringify(eventOf(call, FRONT))
}

const COMBINATIONS = TASKS.flatMap((task) =>
  LATENCIES.flatMap((latency) =>
    BUDGETS.flatMap((budget) => QUALITIES.map((quality) => ({ task, latency, budget, quality }))),
  ),
)

const asking = (question: Readonly<Record<string, string>>): string =>
  eventFor(`/api/route?${new URLSearchParams(question)}`)

/** Every way to ask without a filter. */
export const EVERY_COMBINATION: readonly string[] = COMBINATIONS.map(asking)

const filteredBy = (filters: Readonly<Record<string, string>>): readonly string[] =>
  COMBINATIONS.map((question) => asking({ ...question, ...filters }))

export const FILTERED = {
  'two providers and a region': filteredBy({ providers: 'openai,anthropic', regions: 'us' }),
  'a prefix': filteredBy({ providers: 'gpt-' }),
  'no match': filteredBy({ providers: 'nobody' }),
} as const

/** Replaced by another word before every call. */
const NONCE = 'nonce-0'

/** Nothing remembered helps with these. */
export const NEVER_ASKED = filteredBy({ providers: `openai,anthropic,${NONCE}`, regions: 'us' })

export const ROUTE = eventFor('/api/route')
export const MODELS = eventFor('/api/models')
