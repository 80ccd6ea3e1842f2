import aws4 from 'aws4'
import * as z from 'zod/mini'
import { type Environment, setting } from '../../shared/config.ts'

const Answer = z.object({ SecretString: z.string().check(z.minLength(1)) })
const TIMEOUT_MS = 5_000

const signed = (environment: Environment, body: string) => {
  const region = setting(environment, 'AWS_REGION')
  return aws4.sign(
    {
      service: 'secretsmanager',
      region,
      host: `secretsmanager.${region}.amazonaws.com`,
      method: 'POST',
      path: '/',
      body,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' },
    },
    {
      accessKeyId: setting(environment, 'AWS_ACCESS_KEY_ID'),
      secretAccessKey: setting(environment, 'AWS_SECRET_ACCESS_KEY'),
      ...(environment.AWS_SESSION_TOKEN ? { sessionToken: environment.AWS_SESSION_TOKEN } : {}),
    },
  )
}

/**
 * The text of a secret of AWS Secrets Manager: one signed call, for which the whole client would be a dependency more.
 * Asks where the SDKs would, be it an endpoint of the operator's own. Throws a short message that holds nothing of the secret.
 */
export const readSecret = async (name: string, environment: Environment): Promise<string> => {
  const body = JSON.stringify({ SecretId: name })
  const { host, headers } = signed(environment, body)
  // The transport writes these two itself.
  const given = Object.entries(headers ?? {}).filter(([name]) => !/^(host|content-length)$/i.test(name))
  const sent = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const url = environment.AWS_ENDPOINT_URL_SECRETS_MANAGER || `https://${host}/`
  const reply = await fetch(url, { method: 'POST', headers: sent, body, signal })
  if (!reply.ok) throw new Error(`The secret cannot be read: status ${reply.status}`)
  const parsed = z.safeParse(Answer, await reply.json())
  if (!parsed.success) throw new Error('The secret holds no text')
  return parsed.data.SecretString.trim()
}
