import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod'
import { placeholder } from '../../../shared/snapshots/placeholder.ts'
import { hashToken } from '../../../shared/tokens/token.ts'

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}))

const Item = z.object({
  workspace: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.string().nullish(),
  revokedAt: z.string().nullish(),
})

const reply = (statusCode: number, value: unknown) => {
  console.log({ level: 'info', status: statusCode })
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** The check of a token as one would write it today with the document client. */
export const handler = async (event: APIGatewayProxyEventV2) => {
  const token = event.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const Key = { tokenHash: hashToken(token) }
  const { Item: found } = await db.send(
    new GetCommand({ TableName: process.env.POINTSMAN_TOKENS_TABLE, Key, ConsistentRead: true }),
  )
  const item = Item.safeParse(found)
  if (!item.success || item.data.revokedAt) return reply(401, { statusCode: 401, message: 'Unauthorized' })
  const { expiresAt, scopes, workspace } = item.data
  if (expiresAt && Date.parse(expiresAt) < Date.now()) return reply(401, { statusCode: 401, message: 'Unauthorized' })
  if (!scopes.includes('snapshots:read')) return reply(403, { statusCode: 403, message: 'Forbidden' })
  return reply(200, placeholder({ loopId: event.pathParameters?.loop ?? '', workspace, now: new Date() }))
}
