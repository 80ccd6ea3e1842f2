import type { ApprovalRequest } from '../../shared/auth/approval-request.ts'
import type { TokenRequest } from '../../shared/tokens/request.ts'
import type { Scope } from '../../shared/tokens/schema.ts'

const DAY_MS = 86_400_000

/** How long a token lives that a command-line client obtains. */
export const DAYS = 90

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + DAYS * DAY_MS)

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const tokenName = (client: string, madeAt: Date): string => `${client} ${dayOf(madeAt)}`.trim()

/** What is minted when a person approves. */
export const grantOf = ({ client }: ApprovalRequest, scopes: readonly Scope[], now: Date): TokenRequest => ({
  name: tokenName(client, now),
  source: 'cli',
  client,
  scopes: [...scopes],
  expiresInDays: DAYS,
})
