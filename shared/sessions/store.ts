import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod/mini'
import { isRefusedByCondition } from '../aws/faults.ts'
import { digestOf } from '../digest.ts'
import { isSecretText } from '../random.ts'
import { liveSessions, NAMES, type SessionItems, sessionKey } from './live.ts'
import { PendingSignIn, type Session, UsedNonce } from './schema.ts'
import { latestEnd } from './session.ts'

export type SessionTable = SessionItems & { readonly db: DynamoDBDocumentClient }

const signInKey = (state: string): string => `sign-in:${digestOf(state)}`
const nonceKey = (nonce: string): string => `nonce:${digestOf(nonce)}`

const epochSeconds = (time: Date): number => Math.ceil(time.getTime() / 1000)

/** What a write answers, or nothing where its condition refused it. */
const unlessRefused = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write
  } catch (error) {
    if (isRefusedByCondition(error)) return undefined
    throw error
  }
}

const put =
  ({ db, table }: SessionTable) =>
  async (id: string, session: Session): Promise<void> => {
    const item = { ...session, key: sessionKey(id), purgeAt: epochSeconds(latestEnd(session)) }
    await db.send(new PutCommand({ TableName: table, Item: item }))
  }

const remove =
  ({ db, table }: SessionTable) =>
  async (id: string): Promise<void> => {
    if (!isSecretText(id)) return
    await db.send(new DeleteCommand({ TableName: table, Key: { key: sessionKey(id) } }))
  }

const putSignIn =
  ({ db, table }: SessionTable) =>
  async (state: string, pending: PendingSignIn): Promise<void> => {
    const item = { ...pending, key: signInKey(state), purgeAt: epochSeconds(new Date(pending.expiresAt)) }
    await db.send(new PutCommand({ TableName: table, Item: item }))
  }

export type SignInAnswer = { readonly state: string; readonly binding: string; readonly now: Date }

/**
 * The pending sign-in of a state, once: it is gone with the answer. The binding is part of the condition, so that whoever
 * knows only the state can neither use a sign-in nor spoil it.
 */
const takeSignIn =
  ({ db, table }: SessionTable) =>
  async ({ state, binding, now }: SignInAnswer): Promise<PendingSignIn | undefined> => {
    if (!isSecretText(state) || !isSecretText(binding)) return undefined
    const taking = new DeleteCommand({
      TableName: table,
      Key: { key: signInKey(state) },
      ConditionExpression: 'bindingHash = :binding AND expiresAt > :now',
      ExpressionAttributeValues: { ':binding': digestOf(binding), ':now': now.toISOString() },
      ReturnValues: 'ALL_OLD',
    })
    const taken = await unlessRefused(db.send(taking))
    return taken === undefined ? undefined : z.parse(PendingSignIn, taken.Attributes)
  }

export type Use = {
  readonly nonce: string
  /** Says what the nonce is used for, unmistakably: the id of the token to be made. */
  readonly usedFor: string
  readonly expiresAt: Date
}

export type Used = { readonly ok: true } | { readonly ok: false; readonly usedFor: string | undefined }

/** Longer than the nonce could be of use, should the clocks of the table and of the service disagree. */
const NONCE_KEPT_SECONDS = 3600

/** The same use is let through, because a try whose answer was lost may have been carried out. */
const writeUse = (table: string, { nonce, usedFor, expiresAt }: Use) =>
  new PutCommand({
    TableName: table,
    Item: { key: nonceKey(nonce), usedFor, purgeAt: epochSeconds(expiresAt) + NONCE_KEPT_SECONDS },
    ConditionExpression: 'attribute_not_exists(#key) OR usedFor = :use',
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: { ':use': usedFor },
  })

/** Uses a nonce up: of any number of different uses exactly one succeeds, and the others learn which. */
const useNonce =
  ({ db, items, table }: SessionTable) =>
  async (use: Use): Promise<Used> => {
    if ((await unlessRefused(db.send(writeUse(table, use)))) !== undefined) return { ok: true }
    const item = await items.get(table, { key: nonceKey(use.nonce) })
    return { ok: false, usedFor: item === undefined ? undefined : z.parse(UsedNonce, item).usedFor }
  }

/** Where sessions, pending sign-ins and used-up nonces are kept, under digests only. */
export const sessionStore = (sessions: SessionTable) => ({
  ...liveSessions(sessions),
  put: put(sessions),
  delete: remove(sessions),
  putSignIn: putSignIn(sessions),
  takeSignIn: takeSignIn(sessions),
  useNonce: useNonce(sessions),
})
export type SessionStore = ReturnType<typeof sessionStore>
