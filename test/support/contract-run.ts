import { operations } from '../../shared/contract/all.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { anApproval, fieldsIn } from './approval-world.ts'
import { BASE_URL, type ContractWorld, type Sent } from './contract-world.ts'

const TOKENS = '/api/settings/api-tokens'
const CLI = '/settings/api-tokens/cli'
const SNAPSHOT = '/v1/loops/bug-autofix/connector-snapshot'
const OURS = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' }
const JSON_BODY = { ...OURS, 'content-type': 'application/json' }
const FORM_BODY = { ...OURS, 'content-type': 'application/x-www-form-urlencoded' }
const A_TOKEN = JSON.stringify({ name: 'laptop', scopes: ['snapshots:read'] })

const encoded = (fields: Iterable<readonly [string, string]>): string =>
  new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, value])).toString()
const approvalQuery = (): string => encoded(Object.entries(anApproval()))

/** Every public GET under every path, with HEAD and as a preflight: as it is, unchanged, wrong, unanswerable, broken. */
const askPublic = async ({ ask }: ContractWorld, { path, aliases, query, group }: Operation): Promise<void> => {
  const takesFilters = JSON.stringify(Object.keys(Object(query)._zod?.def?.shape ?? {})).includes('providers')
  for (const each of [path, ...aliases]) {
    await ask({ method: 'OPTIONS', path: each, headers: { origin: 'https://elsewhere.example' } })
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await ask({ method, path: each })
      await ask({ method, path: each, headers: { 'if-none-match': headers.etag ?? '' } })
      await ask({ method, path: each, isBroken: true })
      if (!takesFilters || group !== 'routing') continue
      await ask({ method, path: each, query: 'task=cooking' })
      await ask({ method, path: each, query: 'providers=nobody' })
      await ask({ method, path: each, query: 'providers=openai,anthropic&regions=us&task=general' })
    }
  }
}

const askTokens = async ({ ask, someone, aToken, whileDown }: ContractWorld): Promise<void> => {
  const { cookies, userId } = await someone()
  const { record } = await aToken({ userId })
  const calls: readonly Sent[] = [
    { path: TOKENS },
    { method: 'POST', path: TOKENS, headers: JSON_BODY, body: A_TOKEN },
    { method: 'DELETE', path: `${TOKENS}/${record._id}`, headers: OURS },
  ]
  for (const call of calls) {
    await ask({ ...call, cookies })
    await ask(call)
    await ask({ ...call, headers: { ...call.headers, authorization: 'Bearer x' } })
    await ask({ ...call, cookies, isBroken: true })
    await whileDown(() => ask({ ...call, cookies }))
  }
  const post = { method: 'POST', path: TOKENS, headers: JSON_BODY, cookies }
  await ask({ ...post, body: '{"name":' })
  await ask({ ...post, body: JSON.stringify({ name: 'x'.repeat(20_000) }) })
  await ask({ ...post, headers: OURS, body: A_TOKEN })
  await ask({ method: 'DELETE', path: `${TOKENS}/tok_nothing`, headers: OURS, cookies })
  for (let count = 0; count < 100; count += 1) await aToken({ userId })
  await ask({ ...post, body: A_TOKEN })
}

const askApproval = async ({ ask, someone, whileDown }: ContractWorld): Promise<void> => {
  const { cookies } = await someone()
  const page = { path: CLI, query: approvalQuery() }
  const { body } = await ask({ ...page, cookies })
  await ask(page)
  await ask({ path: CLI, cookies })
  await ask({ ...page, cookies, isBroken: true })
  await whileDown(() => ask({ ...page, cookies }))
  const form = encoded([...fieldsIn(body), ['decision', 'approve']])
  const decide = { method: 'POST', path: CLI, headers: FORM_BODY, body: form }
  await ask(decide)
  await ask({ ...decide, cookies, headers: { ...FORM_BODY, origin: 'https://elsewhere.example' } })
  await ask({ ...decide, cookies, headers: OURS })
  await ask({ ...decide, cookies, body: `${form}&more=${'x'.repeat(20_000)}` })
  await ask({ ...decide, cookies, body: 'decision=approve' })
  await ask({ ...decide, cookies, isBroken: true })
  await whileDown(() => ask({ ...decide, cookies }))
  await ask({ ...decide, cookies })
  await ask({ ...decide, cookies })
}

/** Goes to sign in, and gives what the browser would come back with. */
const begunSignIn = async ({ ask }: ContractWorld) => {
  const { headers, cookies } = await ask({ path: '/auth/sign-in' })
  const state = new URL(headers.location ?? '').searchParams.get('state') ?? ''
  return {
    query: encoded([
      ['code', 'good'],
      ['state', state],
    ]),
    cookies: cookies.map((cookie) => cookie.split(';')[0] ?? ''),
  }
}

const askSignIn = async (world: ContractWorld): Promise<void> => {
  const { ask, someone, whileDown } = world
  const start = { path: '/auth/sign-in' }
  await ask({ ...start, query: 'return_to=https://elsewhere.example' })
  await ask({ ...start, isBroken: true })
  await whileDown(() => ask(start))
  const back = { path: '/auth/callback' }
  await ask(back)
  await ask({ ...back, ...(await begunSignIn(world)) })
  const begun = await begunSignIn(world)
  await ask({ ...back, ...begun, isBroken: true })
  await whileDown(() => ask({ ...back, ...begun }))
  const { cookies } = await someone()
  const out = { method: 'POST', path: '/auth/sign-out', headers: OURS, cookies }
  await ask({ ...out, headers: {} })
  await ask({ ...out, isBroken: true })
  await whileDown(() => ask(out))
  const state = { path: '/auth/session', cookies }
  await ask(state)
  await ask({ ...state, cookies: [] })
  await ask({ ...state, isBroken: true })
  await whileDown(() => ask(state))
  await ask(out)
}

const askSnapshot = async ({ ask, aToken, whileDown }: ContractWorld): Promise<void> => {
  const bearer = ({ raw }: { raw: string }) => ({ authorization: `Bearer ${raw}` })
  const good = { path: SNAPSHOT, headers: bearer(await aToken()) }
  await ask(good)
  await ask({ path: SNAPSHOT })
  await ask({ path: SNAPSHOT, headers: { authorization: 'Bearer nonsense' } })
  await ask({ path: SNAPSHOT, headers: bearer(await aToken({ scopes: ['loops:run'] })) })
  await ask({ ...good, path: '/v1/loops/-/connector-snapshot' })
  await ask({ ...good, isBroken: true })
  await whileDown(() => ask(good))
}

const askPages = async ({ ask, someone, whileDown }: ContractWorld): Promise<void> => {
  const { cookies } = await someone()
  for (const method of ['GET', 'HEAD']) {
    for (const path of ['/', '/docs']) {
      await ask({ method, path })
      await ask({ method, path, isBroken: true })
    }
    const settings = { method, path: '/settings/api-tokens', cookies }
    await ask(settings)
    await ask({ ...settings, cookies: [] })
    await ask({ ...settings, isBroken: true })
    await whileDown(() => ask(settings))
    for (const file of ['style.css', 'copy.js', 'icon.svg', 'nothing.css']) {
      const path = `/assets/${file}`
      const { headers } = await ask({ method, path })
      await ask({ method, path, headers: { 'if-none-match': headers.etag ?? 'W/"none"' } })
      await ask({ method, path, isBroken: true })
    }
  }
}

/** Asks every operation for every status that we know how to bring about. */
export const askEverything = async (world: ContractWorld): Promise<void> => {
  for (const operation of operations) if (operation.isPublic) await askPublic(world, operation)
  await askTokens(world)
  await askApproval(world)
  await askSignIn(world)
  await askSnapshot(world)
  await askPages(world)
}

/** A request that an operation answers with success, made anew each time: some work only once. */
export const successOf = (world: ContractWorld, { id, path, method }: Operation): (() => Promise<Sent>) => {
  switch (id) {
    case 'approvalPage':
      return async () => ({ path, query: approvalQuery(), ...(await world.someone()) })
    case 'signInCallback':
      return async () => ({ path, ...(await begunSignIn(world)) })
    case 'settingsPage':
    case 'listTokens':
      return async () => ({ path, ...(await world.someone()) })
    case 'connectorSnapshot':
      return async () => ({ path: SNAPSHOT, headers: { authorization: `Bearer ${(await world.aToken()).raw}` } })
    case 'asset':
      return async () => ({ path: '/assets/style.css' })
    case 'createToken':
      return async () => ({ method, path, headers: JSON_BODY, body: A_TOKEN, ...(await world.someone()) })
    case 'revokeToken':
      return async () => {
        const { cookies, userId } = await world.someone()
        const { record } = await world.aToken({ userId })
        return { method, path: `${TOKENS}/${record._id}`, headers: OURS, cookies }
      }
    case 'approve':
      return async () => {
        const { cookies } = await world.someone()
        const { body } = await world.ask({ path: CLI, query: approvalQuery(), cookies })
        return {
          method,
          path,
          headers: FORM_BODY,
          cookies,
          body: encoded([...fieldsIn(body), ['decision', 'approve']]),
        }
      }
    case 'signOut':
      return async () => ({ method, path, headers: OURS })
    default:
      return async () => ({ method, path })
  }
}
