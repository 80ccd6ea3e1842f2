import { describe, expect, it } from 'vitest'
import { anApproval, approvalWorld, delivered, encoded, unescaped } from '../support/approval-world.ts'
import { itemsOf } from '../support/dynamodb.ts'

const world = approvalWorld()
const { click, get, opened, signedIn, tokensOf } = world
const faulty = () => world.there().faulty

const FAULTS = ['throttled', 'failing', 'cut'] as const

describe('"DynamoDB throttled, slow or down": a 503 page with retry-after', () => {
  it.each(FAULTS.flatMap((fault) => ['GetItem', 'Query'].map((operation) => [fault, operation] as const)))(
    'for the page, with %s on %s',
    async (fault, operation) => {
      const person = await signedIn()
      await world.withTokens(person, 1)
      faulty().failing(operation, fault)
      const { statusCode, headers, body } = await get(person, encoded(anApproval()))
      expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([
        503,
        'text/html; charset=utf-8',
        '2',
      ])
      expect(body).toContain('The service cannot reach its database')
    },
  )

  it('within seconds when it hangs', async () => {
    const person = await signedIn()
    faulty().failing('GetItem', 'hanging')
    const start = performance.now()
    expect((await get(person, encoded(anApproval()))).statusCode).toBe(503)
    expect(performance.now() - start).toBeLessThan(8_000)
  })

  it('for the click, and the same page works once the database is back', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    for (const operation of ['GetItem', 'Query', 'PutItem']) {
      faulty().failing(operation, 'throttled')
      const { statusCode, headers } = await click(person, fields)
      expect([statusCode, headers.location, headers['retry-after']]).toEqual([503, undefined, '2'])
    }
    faulty().calm()
    expect((await click(person, fields)).statusCode).toBe(303)
    expect(await tokensOf(person)).toHaveLength(1)
  })

  it('for Deny', async () => {
    const person = await signedIn()
    const fields = await opened(person)
    faulty().failing('PutItem', 'throttled')
    expect((await click(person, fields, 'deny')).statusCode).toBe(503)
    faulty().calm()
    expect((await click(person, fields, 'deny')).statusCode).toBe(303)
  })
})

describe('When minting fails after the nonce was used', () => {
  const clickWhileCreateFails = async () => {
    const person = await signedIn()
    const fields = await opened(person)
    let puts = 0
    faulty().trouble.fault = ({ operation }) => {
      if (operation !== 'PutItem') return undefined
      puts += 1
      return puts === 1 ? undefined : 'throttled'
    }
    const answer = await click(person, fields)
    faulty().calm()
    return { person, fields, answer }
  }

  it('a 503 page links to a fresh page, which works', async () => {
    const { person, answer } = await clickWhileCreateFails()
    expect([answer.statusCode, answer.headers.location, answer.headers['retry-after']]).toEqual([503, undefined, '2'])
    expect(answer.body).toContain('The token could not be made')
    const link = unescaped(/href="\/settings\/api-tokens\/cli\?([^"]*)"/.exec(answer.body)?.[1] ?? '')
    expect(Object.fromEntries(new URLSearchParams(link))).toEqual(anApproval())
    expect(await tokensOf(person)).toEqual([])
    expect((await click(person, await opened(person))).statusCode).toBe(303)
    expect(world.logged).toContainEqual({
      event: 'token not made after its approval was used up',
      error: 'ProvisionedThroughputExceededException',
    })
  })

  it('the page that was used up mints nothing any more', async () => {
    const { person, fields } = await clickWhileCreateFails()
    const { statusCode, body } = await click(person, fields)
    expect([statusCode, body.includes('is not in your list')]).toEqual([409, true])
    expect(await tokensOf(person)).toEqual([])
  })
})

describe('An answer of the database that is lost on its way', () => {
  it.each([1, 2])('makes no second token, whether of write %i', async (lost) => {
    const person = await signedIn()
    const fields = await opened(person)
    let puts = 0
    faulty().trouble.fault = ({ operation }) => {
      if (operation === 'PutItem') puts += 1
      return operation === 'PutItem' && puts === lost ? 'answer-lost' : undefined
    }
    const answer = await click(person, fields)
    expect(answer.statusCode).toBe(303)
    expect(await tokensOf(person)).toHaveLength(1)
  })
})

describe('What is logged and stored', () => {
  it('is one line a request: operation, status, caller kind and outcome', async () => {
    const person = await signedIn()
    await click(person, await opened(person))
    await click(person, await opened(person), 'deny')
    const line = { requestId: 'request-1', milliseconds: 0, caller: 'browser' }
    expect(world.logged).toEqual([
      { ...line, operation: 'approvalPage', status: 200 },
      { ...line, operation: 'approve', status: 303, outcome: 'approved' },
      { ...line, operation: 'approvalPage', status: 200 },
      { ...line, operation: 'approve', status: 303, outcome: 'denied' },
    ])
  })

  it('holds no token, state, redirect_uri or query, and the check would find one', async () => {
    const person = await signedIn()
    const answer = await click(person, await opened(person))
    const { token = '' } = Object.fromEntries(delivered(answer))
    expect(world.leaks()).toEqual([])
    for (const planted of [token, anApproval().state, anApproval().redirect_uri, encoded(anApproval()), person.id]) {
      world.logged.push({ message: `it was ${planted}` })
      expect(world.leaks()).toContain(planted)
      world.logged.pop()
    }
    const stored = JSON.stringify([
      ...(await itemsOf(world.there().plain, 'tokens')),
      ...(await itemsOf(world.there().plain, 'sessions')),
    ])
    for (const secret of [token, person.id, anApproval().state]) expect(stored).not.toContain(secret)
  })
})
