import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressOf, hostOf, hostOnAws } from '../../../shared/aws/address.ts'
import { itemsFor } from '../../support/dynamodb.ts'
import { closed } from '../../support/listening.ts'

describe('where a service of AWS is', () => {
  it.each([
    ['eu-central-1', 'dynamodb.eu-central-1.amazonaws.com'],
    ['us-gov-west-1', 'dynamodb.us-gov-west-1.amazonaws.com'],
    ['cn-north-1', 'dynamodb.cn-north-1.amazonaws.com.cn'],
    ['eusc-de-east-1', 'dynamodb.eusc-de-east-1.amazonaws.eu'],
    ['us-iso-east-1', 'dynamodb.us-iso-east-1.c2s.ic.gov'],
    ['us-isob-east-1', 'dynamodb.us-isob-east-1.sc2s.sgov.gov'],
    ['us-isof-south-1', 'dynamodb.us-isof-south-1.csp.hci.ic.gov'],
    ['eu-isoe-west-1', 'dynamodb.eu-isoe-west-1.cloud.adc-e.uk'],
  ])('in %s', (region, host) => {
    expect(hostOnAws('dynamodb', region)).toBe(host)
  })
})

describe('where an endpoint is', () => {
  it.each([
    ['http://127.0.0.1:8000', '127.0.0.1', '127.0.0.1:8000', ''],
    ['http://[::1]:8000/', '::1', '[::1]:8000', ''],
    ['https://proxy.example/aws/', 'proxy.example', 'proxy.example', '/aws'],
  ])('%s', (endpoint, hostname, host, basePath) => {
    const address = addressOf(endpoint, 'not asked')
    expect({ ...address, host: hostOf(address) }).toMatchObject({ hostname, host, basePath })
  })

  it('is asked below its own path, at an IPv6 address too', async () => {
    const asked: unknown[] = []
    const server = createServer((request, response) => {
      asked.push([request.headers.host, request.url])
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '::1', resolve))
    const address = server.address()
    const host = `[::1]:${typeof address === 'object' ? address?.port : ''}`
    await itemsFor(`http://${host}/base`).get('sessions', { key: 'x' })
    expect(asked).toEqual([[host, '/base/']])
    await closed(server)
  })
})
