import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { isRefusedByCondition, isUnavailable, unavailable } from '../../../shared/aws/faults.ts'
import { clientFor, dynamodb } from '../../support/dynamodb.ts'
import { closed, listening } from '../../support/listening.ts'
import { SESSIONS } from '../../support/tables.ts'
import { thrownBy } from '../../support/thrown.ts'

const read = new GetCommand({ TableName: 'sessions', Key: { key: 'x' } })

const errorFrom = async (endpoint: string): Promise<unknown> => {
  const db = clientFor(endpoint)
  try {
    return await thrownBy(db.send(read))
  } finally {
    db.destroy()
  }
}

describe('a database in trouble is unavailable', () => {
  it('when nobody listens', async () => {
    const server = createServer()
    const port = await listening(server)
    await closed(server)
    expect(isUnavailable(await errorFrom(`http://127.0.0.1:${port}`))).toBe(true)
  })

  it('when its name is unknown', () => {
    expect(isUnavailable(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))).toBe(true)
  })

  it('when its answer stops half way', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': '100' }).write('{"It')
    })
    const endpoint = `http://127.0.0.1:${await listening(server)}`
    expect(isUnavailable(await errorFrom(endpoint))).toBe(true)
    await closed(server)
  })

  it('when its answer drips in and never begins', async () => {
    const server = createTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      const drip = setInterval(() => socket.write('.'), 100)
      socket.on('close', () => clearInterval(drip)).on('error', () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(isUnavailable(await errorFrom(`http://127.0.0.1:${port}`))).toBe(true)
    await new Promise((resolve) => server.close(resolve))
  })

  it('when something before it answers a page of its own', async () => {
    const server = createServer((_, response) => response.writeHead(503).end('<html>busy</html>'))
    const endpoint = `http://127.0.0.1:${await listening(server)}`
    expect(isUnavailable(await errorFrom(endpoint))).toBe(true)
    await closed(server)
  })

  it('when a store gave up', () => {
    expect(isUnavailable(unavailable('keys left unread'))).toBe(true)
  })
})

describe('a mistake of ours is not unavailable', () => {
  it('such as a table that does not exist', async () => {
    const world = await dynamodb([SESSIONS])
    const error = await thrownBy(world.db.send(new GetCommand({ TableName: 'other', Key: { key: 'x' } })))
    expect(error).toMatchObject({ name: 'ResourceNotFoundException' })
    expect(isUnavailable(error)).toBe(false)
    await world.close()
  })

  it.each([
    ['a grant that is missing', Object.assign(new Error(''), { name: 'AccessDeniedException', $fault: 'client' })],
    ['a type error', new TypeError('x is not a function')],
    ['something thrown that is no error', 'TimeoutError'],
    ['nothing', undefined],
  ])('such as %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false)
  })
})

describe('a write refused by its condition', () => {
  const refused = new ConditionalCheckFailedException({ message: '', $metadata: {} })
  it('is told from a fault', () => {
    expect([isRefusedByCondition(refused), isUnavailable(refused)]).toEqual([true, false])
    expect(isRefusedByCondition(new Error('ConditionalCheckFailedException'))).toBe(false)
  })
})
