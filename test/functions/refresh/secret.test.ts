import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSecret } from '../../../functions/refresh/secret.ts'
import { addressesOf, settingsOf } from '../../../functions/refresh/settings.ts'
import { portOf } from '../../support/port.ts'

const environment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hush' }

const manager = async (status: number, answer: string) => {
  const seen: { headers: unknown; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${portOf(server)}/`, seen }
}

describe('The operator’s key', () => {
  it('is read by one signed call', async () => {
    const { origin, seen } = await manager(200, JSON.stringify({ SecretString: ' the-key\n' }))
    expect(await readSecret('a-secret', { ...environment, AWS_ENDPOINT_URL_SECRETS_MANAGER: origin })).toBe('the-key')
    expect(seen).toMatchObject([
      {
        headers: {
          'x-amz-target': 'secretsmanager.GetSecretValue',
          authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/secretsmanager\//),
        },
        body: '{"SecretId":"a-secret"}',
      },
    ])
  })

  it.each([
    [400, '{"__type":"ResourceNotFoundException"}', 'The secret cannot be read: status 400'],
    [200, '{"SecretBinary":"eA=="}', 'The secret holds no text'],
    [200, 'the-key-itself', 'The secret holds no text'],
  ])('is missed with a message that tells nothing of it: status %i', async (status, answer, message) => {
    const { origin } = await manager(status, answer)
    await expect(readSecret('a-secret', { ...environment, AWS_ENDPOINT_URL_SECRETS_MANAGER: origin })).rejects.toThrow(
      new Error(message),
    )
  })
})

describe('The settings of the refresh', () => {
  it('have the sources’ own addresses unless others are set', () => {
    expect(addressesOf({ POINTSMAN_MODELS_DEV_URL: 'https://mirror.example/api.json' })).toEqual({
      openRouter: 'https://openrouter.ai/api/v1/models',
      modelsDev: 'https://mirror.example/api.json',
      genaiPrices: 'https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/new_data/v2/data.json',
      artificialAnalysis: 'https://artificialanalysis.ai/api/v2/data/llms/models',
    })
  })

  it('name the variable that is missing or no address', () => {
    expect(() => settingsOf({})).toThrow('POINTSMAN_INDEX_BUCKET')
    expect(() => addressesOf({ POINTSMAN_OPENROUTER_URL: 'file:///etc/passwd' })).toThrow('POINTSMAN_OPENROUTER_URL')
  })
})
