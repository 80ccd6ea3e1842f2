import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod/mini'
import { isRefusedByCondition, type ReadItem } from '../aws.ts'
import { type Report, tryBriefly } from '../best-effort.ts'
import { digestOf } from '../digest.ts'
import { isSecretText } from '../random.ts'
import { PendingSignIn, Session, UsedNonce } from './schema.ts'
import { isLive, isSeenDue, latestEnd, seenDueBefore } from './session.ts'

export type SessionTable = {
  readonly db: DynamoDBDocumentClient
  readonly readItem: ReadItem
  /** Partition key `key`: the kind of an item and the digest of its secret. */
  readonly table: string
  readonly report: Report
}

const TOUCH_MS = 150

/** `key` is a reserved word of DynamoDB's expressions. */
const NAMES = { '#key': 'key' }

const sessionKey = (id: string): string => `session:${digestOf(id)}`
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

/** The session of an id that a browser sent, if it is one and still lives. */
const get =
  ({ readItem, table }: SessionTable) =>
  async (id: string, now: Date): Promise<Session | undefined> => {
    if (!isSecretText(id)) return undefined
    const item = await readItem(table, { key: sessionKey(id) })
    if (item === undefined) return undefined
    const session = z.parse(Session, item)
    return isLive(session, now) ? session : undefined
  }

const remove =
  ({ db, table }: SessionTable) =>
  async (id: string): Promise<void> => {
    if (!isSecretText(id)) return
    await db.send(new DeleteCommand({ TableName: table, Key: { key: sessionKey(id) } }))
  }

const sightingOf = (table: string, id: string, at: Date) =>
  new UpdateCommand({
    TableName: table,
    Key: { key: sessionKey(id) },
    UpdateExpression: 'SET lastSeenAt = :at',
    ConditionExpression: 'attribute_exists(#key) AND lastSeenAt < :due',
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: { ':at': at.toISOString(), ':due': seenDueBefore(at) },
  })

/** Notes a sign of life, when that is due. It never fails, never takes longer than 150 ms, and cannot undo a sign-out. */
const touch =
  ({ db, table, report }: SessionTable) =>
  async (id: string, session: Session, at: Date): Promise<void> => {
    if (!isSeenDue(session, at)) return
    const write = (abortSignal: AbortSignal) => unlessRefused(db.send(sightingOf(table, id, at), { abortSignal }))
    await tryBriefly(write, { event: 'sign of life not recorded', withinMs: TOUCH_MS, report })
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
  ({ db, readItem, table }: SessionTable) =>
  async (use: Use): Promise<Used> => {
    if ((await unlessRefused(db.send(writeUse(table, use)))) !== undefined) return { ok: true }
    const item = await readItem(table, { key: nonceKey(use.nonce) })
    return { ok: false, usedFor: item === undefined ? undefined : z.parse(UsedNonce, item).usedFor }
  }

/** Where sessions, pending sign-ins and used-up nonces are kept, under digests only. */
export const sessionStore = (sessions: SessionTable) => ({
  put: put(sessions),
  get: get(sessions),
  delete: remove(sessions),
  touch: touch(sessions),
  putSignIn: putSignIn(sessions),
  takeSignIn: takeSignIn(sessions),
  useNonce: useNonce(sessions),
})
export type SessionStore = ReturnType<typeof sessionStore>
