import { afterAll, beforeAll, expect, test } from 'vitest'
import { ECHO } from './deployment.ts'
import { type Running, running } from './running.ts'

const MISBEHAVING = `
const starts = Math.random()
exports.handler = async (event, context) => {
  switch (event.rawPath) {
    case '/throw': throw new TypeError('broken on purpose')
    case '/throw-text': throw 'just a text'
    case '/exit': process.exit(3)
    case '/crash': setTimeout(() => { throw new Error('out of turn') }); return new Promise(() => {})
    case '/reject': Promise.reject(new Error('nobody listens')); return new Promise(() => {})
    case '/hang': return new Promise(() => {})
    case '/spin': for (;;) {}
    case '/nonsense': return { statusCode: 'x' }
    case '/cycle': { const a = {}; a.a = a; return a }
    case '/late': await new Promise((resolve) => setTimeout(resolve, 700)); return { late: true }
    case '/memory': { const kept = []; for (;;) kept.push(new Array(1e5).fill(event)) }
    default: return { starts }
  }
}`

let service: Running

beforeAll(async () => {
  service = await running({
    functions: { Bad: { code: MISBEHAVING, timeoutSeconds: 1 }, Good: { code: ECHO } },
    routes: { $default: 'Bad', 'GET /good': 'Good' },
  })
})
afterAll(() => service.stop())

const get = async (path: string) => {
  const response = await fetch(service.url + path)
  return { status: response.status, body: await response.json() }
}

const FAILED = { status: 500, body: { message: 'Internal Server Error' } }
const TIMED_OUT = { status: 503, body: { message: 'Service Unavailable' } }

test.each([
  ['throws', '/throw', FAILED],
  ['throws what is no error', '/throw-text', FAILED],
  ['answers what cannot be told in JSON', '/cycle', FAILED],
  ['answers what no gateway understands', '/nonsense', FAILED],
  ['ends its process', '/exit', FAILED],
  ['crashes outside its handler', '/crash', FAILED],
  ['leaves a rejection unhandled', '/reject', FAILED],
  ['takes more memory than it has', '/memory', FAILED],
  ['never answers', '/hang', TIMED_OUT],
  ['never yields', '/spin', TIMED_OUT],
])('a function that %s fails for that request only', async (_what, path, answer) => {
  expect(await get(path)).toEqual(answer)
  expect((await get('/')).status).toBe(200)
  expect((await get('/good')).status).toBe(200)
})

test('a thread lives on after an error, and is another one after a crash', async () => {
  const first = await get('/')
  await get('/throw')
  expect(await get('/')).toEqual(first)
  await get('/exit')
  expect(await get('/')).not.toEqual(first)
})

test('requests that a thread still answers outlive the one that timed out beside them', async () => {
  const hanging = get('/hang')
  await new Promise((resolve) => setTimeout(resolve, 500))
  const late = get('/late')
  expect(await hanging).toEqual(TIMED_OUT)
  expect(await late).toEqual({ status: 200, body: { late: true } })
})

test('all requests of a thread that dies are answered', async () => {
  const waiting = Array.from({ length: 5 }, () => get('/hang'))
  await get('/exit')
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 5 }, () => FAILED))
})

test('one function in trouble does not hold up another', async () => {
  const spinning = get('/spin')
  const before = performance.now()
  expect((await get('/good')).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(900)
  await spinning
})

test('what happened is logged, with the function and the error', () => {
  const errors = service.lines().map(({ function: name, message }) => ({ name, message }))
  expect(errors).toContainEqual({ name: 'Bad', message: 'Task timed out after 1.00 seconds' })
  expect(errors).toContainEqual({
    name: 'Bad',
    message: { errorType: 'TypeError', errorMessage: 'broken on purpose', stackTrace: expect.any(Array) },
  })
  expect(errors).toContainEqual({ name: 'Bad', message: { errorType: 'string', errorMessage: 'just a text' } })
  for (const errorMessage of ['out of turn', 'The function answered nonsense: statusCode'])
    expect(errors).toContainEqual({ name: 'Bad', message: expect.objectContaining({ errorMessage }) })
})

const withFunction = async <T>(
  code: string,
  variables: Record<string, unknown>,
  use: (running: Running) => Promise<T>,
) => {
  const service = await running({
    functions: { Fn: { code, variables, timeoutSeconds: 2 } },
    routes: { $default: 'Fn' },
    buckets: ['IndexBucket'],
  })
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}

const answerOf = ({ url }: Running) => fetch(url).then((response) => response.json())

test('a function sees its own environment, as the template has it, and nothing of this process', async () => {
  process.env.POINTSMAN_TEST_SECRET = 'of this process'
  const variables = {
    LITERAL: 'as it is',
    BUCKET: { Ref: 'IndexBucket' },
    REGION: { Ref: 'AWS::Region' },
    POINTSMAN_BASE_URL: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
  }
  const [environment, url] = await withFunction(
    'exports.handler = async () => process.env',
    variables,
    async (service) => [await answerOf(service), service.url],
  )
  delete process.env.POINTSMAN_TEST_SECRET
  expect(environment).toEqual({
    LITERAL: 'as it is',
    BUCKET: 'indexbucket',
    REGION: 'us-east-1',
    POINTSMAN_BASE_URL: url,
    _HANDLER: 'index.handler',
    LAMBDA_TASK_ROOT: expect.stringMatching(/asset\.Fn$/),
    AWS_LAMBDA_FUNCTION_NAME: 'Fn',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_S3: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    AWS_CONFIG_FILE: expect.any(String),
    AWS_SHARED_CREDENTIALS_FILE: expect.any(String),
    TZ: 'UTC',
  })
})

test('an environment that this machine cannot resolve stops the start', async () => {
  const start = withFunction(ECHO, { DOMAIN: { 'Fn::Sub': 'x' } }, answerOf)
  await expect(start).rejects.toThrow(/DOMAIN cannot be resolved/)
})

test('the context tells a function about itself and the time that it has', async () => {
  const code = `exports.handler = async (_event, { getRemainingTimeInMillis, ...context }) =>
    ({ ...context, remaining: getRemainingTimeInMillis() })`
  const context = await withFunction(code, {}, answerOf)
  expect(context).toMatchObject({
    functionName: 'Fn',
    functionVersion: '$LATEST',
    memoryLimitInMB: '128',
    remaining: expect.toSatisfy((milliseconds) => milliseconds > 1_000 && milliseconds <= 2_000),
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Fn',
    awsRequestId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  })
})

test.each([
  ['cannot be loaded', 'throw new Error("no setting")', 'no setting'],
  ['has no handler', 'exports.other = 1', 'Fn does not export its handler index.handler'],
])('a function that %s fails each request, and says why', async (_what, code, message) => {
  await withFunction(code, {}, async (service) => {
    for (const status of [500, 500]) expect((await fetch(service.url)).status).toBe(status)
    expect(service.lines()).toContainEqual(
      expect.objectContaining({
        level: 'ERROR',
        function: 'Fn',
        message: expect.objectContaining({ errorMessage: message }),
      }),
    )
  })
})

test('what a function prints becomes one JSON object a line, as in the logs of Lambda', async () => {
  const code = `exports.handler = async (event, context) => {
    console.log({ status: 200, nested: { a: 1 } })
    console.warn('%s of %d', 'one', 2, { three: 3 })
    console.error(new RangeError('far out'))
    console.log({ self: globalThis })
    process.stdout.write(JSON.stringify({ raw: true }) + '\\n')
    return context.awsRequestId
  }`
  await withFunction(code, {}, async (service) => {
    const requestId = await fetch(service.url).then((response) => response.text())
    await expect.poll(() => service.lines().length).toBe(5)
    const common = { timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), function: 'Fn', requestId }
    const lines = service.lines()
    expect(lines).toContainEqual({ ...common, level: 'INFO', message: { status: 200, nested: { a: 1 } } })
    expect(lines).toContainEqual({ ...common, level: 'WARN', message: 'one of 2 { three: 3 }' })
    expect(lines).toContainEqual({
      ...common,
      level: 'ERROR',
      message: { errorType: 'RangeError', errorMessage: 'far out', stackTrace: expect.any(Array) },
    })
    expect(lines).toContainEqual({ raw: true })
  })
})
