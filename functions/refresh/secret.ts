import * as z from 'zod/mini'
import { awsOf } from '../../shared/aws/environment.ts'
import { jsonService } from '../../shared/aws/json-service.ts'
import type { Environment } from '../../shared/config.ts'

const Answer = z.object({ SecretString: z.string().check(z.minLength(1)) })

/** A secret of AWS Secrets Manager has at most 64 kB. */
const LIMITS = { tryMilliseconds: 5_000, maxBytes: 1_000_000, withBody: [200] }

const textIn = (body: string): string | undefined => {
  try {
    return z.parse(Answer, JSON.parse(body)).SecretString.trim()
  } catch {
    return undefined
  }
}

/**
 * The text of a secret of AWS Secrets Manager: one signed call, for which the whole client would be a dependency more.
 * Asks where the SDKs would, be it an endpoint of the operator's own. Throws a short message that holds nothing of the secret.
 */
export const readSecret = async (name: string, environment: Environment): Promise<string> => {
  const call = jsonService(awsOf(environment, 'SECRETS_MANAGER'), Date.now, {
    service: 'secretsmanager',
    protocol: '1.1',
    target: 'secretsmanager',
    limits: LIMITS,
  })
  const got = await call('GetSecretValue', JSON.stringify({ SecretId: name }))
  if (!got.ok) throw new Error(`The secret cannot be read: ${got.fault}`)
  const { status, body } = got.result
  if (status !== 200) throw new Error(`The secret cannot be read: status ${status}`)
  const text = textIn(body)
  if (text === undefined) throw new Error('The secret holds no text')
  return text
}
