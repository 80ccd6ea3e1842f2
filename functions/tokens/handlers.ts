import { type Browsers, signedIn } from '../../shared/auth/browser.ts'
import {
  createTokenOperation,
  listTokensOperation,
  revokeTokenOperation,
  tokensOperations,
  unmatchedSettingOperation,
} from '../../shared/contract/tokens.ts'
import { type Endpoint, endpoint } from '../../shared/http/endpoint.ts'
import { HttpError, notFound } from '../../shared/http/errors.ts'
import { answersOnly, methodsAt } from '../../shared/http/methods-at.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { answer } from '../../shared/http/reply.ts'
import type { Random } from '../../shared/random.ts'
import { roomForOneMore } from '../../shared/tokens/limits.ts'
import type { TokenRequest } from '../../shared/tokens/request.ts'
import type { TokenStore } from '../../shared/tokens/store.ts'
import { type Minted, mint, present } from '../../shared/tokens/token.ts'
import { full } from './full.ts'

export type Deps = {
  readonly browsers: Browsers
  readonly tokens: Pick<TokenStore, 'ofUser' | 'create' | 'revoke'>
  readonly now: () => Date
  readonly random: Random
}

type Owner = { readonly userId: string; readonly workspace: string }

const NO_STORE = { 'cache-control': 'no-store' }

const reply = (operation: Operation, value: unknown) => answer(operation, value, NO_STORE)

const create =
  ({ tokens, now, random }: Deps) =>
  async (owner: Owner, request: TokenRequest): Promise<Minted> => {
    const at = now()
    const records = await tokens.ofUser(owner.userId)
    const room = roomForOneMore(records, at)
    if (!room.ok) throw full(room, records)
    const minted = mint(request, { ...owner, now: at, random })
    await tokens.create(minted.record)
    return minted
  }

const methodsOfGroup = methodsAt(tokensOperations)

const refuseUnmatched = (path: string): never => {
  const methods = methodsOfGroup(path)
  if (methods.length === 0) throw notFound('There is nothing at this path')
  const { message, allow } = answersOnly(methods)
  throw new HttpError(405, message, { allow })
}

/** Everything under /api/settings/, for the person signed in and nobody else: whoever is not learns nothing of it. */
export const tokensEndpoints = (deps: Deps): readonly Endpoint[] => {
  const { browsers, tokens, now } = deps
  const owner = signedIn(browsers)
  const createFor = create(deps)
  return [
    endpoint(listTokensOperation, owner, async ({ caller }) => {
      const records = await tokens.ofUser(caller.session.userId)
      return reply(listTokensOperation, { tokens: records.map(present) })
    }),
    endpoint(createTokenOperation, owner, async ({ caller, body }) => {
      const { raw, record } = await createFor({ userId: caller.session.userId, workspace: caller.workspace }, body)
      return reply(createTokenOperation, { token: raw, apiToken: present(record) })
    }),
    endpoint(revokeTokenOperation, owner, async ({ caller, params }) => {
      const record = await tokens.revoke(caller.session.userId, params.id, now())
      if (record === undefined) throw notFound('There is no such token')
      return reply(revokeTokenOperation, { apiToken: present(record) })
    }),
    endpoint(unmatchedSettingOperation, owner, ({ request }) => refuseUnmatched(request.path)),
  ]
}
