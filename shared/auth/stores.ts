import { setTimeout as sleep } from 'node:timers/promises'
import { documentClient } from '../aws/document-client.ts'
import { type SessionStore, sessionStore } from '../sessions/store.ts'
import { type TokenStore, tokenStore } from '../tokens/store.ts'
import { type Surroundings, sessionItems, tokenItems } from './access.ts'

/** The index of the tokens table by user; the stack makes it under this name. */
const BY_USER = 'byUser'

/** Everything that is done with tokens. It needs the SDK, which is most of the cold start of a function that loads it. */
export const tokensOf = (surroundings: Surroundings): TokenStore =>
  tokenStore({ ...tokenItems(surroundings), db: documentClient(), index: BY_USER, sleep })

/** Everything that is done with sessions; it needs the SDK too. */
export const sessionsOf = (surroundings: Surroundings): SessionStore =>
  sessionStore({ ...sessionItems(surroundings), db: documentClient() })
