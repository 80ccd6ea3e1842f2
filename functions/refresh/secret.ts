import * as z from 'zod/mini'
import { addressOf, hostOf, hostOnAws } from '../../shared/aws/address.ts'
import { awsOf } from '../../shared/aws/environment.ts'
import { signedHeaders } from '../../shared/aws/signature.ts'
import type { Environment } from '../../shared/config.ts'

const Answer = z.object({ SecretString: z.string().check(z.minLength(1)) })
const TIMEOUT_MS = 5_000

/**
 * The text of a secret of AWS Secrets Manager: one signed call, for which the whole client would be a dependency more.
 * Asks where the SDKs would, be it an endpoint of the operator's own. Throws a short message that holds nothing of the secret.
 */
export const readSecret = async (name: string, environment: Environment): Promise<string> => {
  const { region, endpoint, credentials } = awsOf(environment, 'SECRETS_MANAGER')
  const address = addressOf(endpoint, hostOnAws('secretsmanager', region))
  const host = hostOf(address)
  const path = `${address.basePath}/`
  const body = JSON.stringify({ SecretId: name })
  const { host: _host, ...headers } = signedHeaders(
    {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-amz-json-1.1', host, 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body,
    },
    { service: 'secretsmanager', region, credentials: credentials(), at: Date.now() },
  )
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const url = `${address.secure ? 'https' : 'http'}://${host}${path}`
  const reply = await fetch(url, { method: 'POST', headers, body, signal })
  if (!reply.ok) throw new Error(`The secret cannot be read: status ${reply.status}`)
  const parsed = z.safeParse(Answer, await reply.json().catch(() => undefined))
  if (!parsed.success) throw new Error('The secret holds no text')
  return parsed.data.SecretString.trim()
}
