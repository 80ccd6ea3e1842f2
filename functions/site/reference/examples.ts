import { createHash } from 'node:crypto'
import { QuestionQuery } from '../../../shared/contract/routing.ts'
import type { SessionState } from '../../../shared/contract/sign-in.ts'
import { decode } from '../../../shared/http/schema.ts'
import { answersOf, type Index, route } from '../../../shared/models/answers.ts'
import { atomOf } from '../../../shared/models/atom.ts'
import { type ChangeLog, EMPTY_LOG } from '../../../shared/models/change-log.ts'
import { changesBetween, logWith } from '../../../shared/models/changes.ts'
import type { Loaded } from '../../../shared/models/loaded.ts'
import { DEFAULT_QUESTION } from '../../../shared/models/question.ts'
import type { Answers, Snapshot } from '../../../shared/models/schema.ts'
import type { Examples, OperationExamples } from '../../../shared/openapi/examples.ts'
import type { Random } from '../../../shared/random.ts'
import { endOf, newSession } from '../../../shared/sessions/session.ts'
import { placeholder } from '../../../shared/snapshots/placeholder.ts'
import { TokenRequest } from '../../../shared/tokens/request.ts'
import { mint, present } from '../../../shared/tokens/token.ts'
import { workspaceOf } from '../../../shared/tokens/workspace.ts'
import { holderRefusals, messageOf, sessionRefusals } from './refusals.ts'

type Asked = { readonly loaded: Loaded; readonly now: Date }

const PERSON = { userId: 'example', email: 'ann@example.org' }

/** The same in every run, so that the document changes with the index and not by itself. */
const fixed: Random = (size) => createHash('shake256', { outputLength: size }).update('example').digest()

const nothingFits = (index: Index, now: Date): string => {
  const answered = route(index, { ...DEFAULT_QUESTION, providers: ['nobody'] }, now)
  return answered.ok ? '' : answered.message
}

/** Whole, but for the lists: one model and one source show what they look like. */
const shortened = (snapshot: Snapshot, answers: Answers): Snapshot => ({
  ...snapshot,
  answers,
  sources: snapshot.sources.slice(0, 1),
  models: snapshot.models.slice(0, 1),
  api: snapshot.api.slice(0, 1),
})

/** What the log would say, had the first model's prices been twice what they are. */
const changesOf = (after: Snapshot, now: Date): ChangeLog => {
  const models = after.models.map((model, at) =>
    at > 0
      ? model
      : {
          ...model,
          inputPricePer1M: model.inputPricePer1M * 2,
          outputPricePer1M: model.outputPricePer1M * 2,
          blendedPricePer1M: model.blendedPricePer1M * 2,
        },
  )
  const before = { ...after, models }
  const log = logWith(EMPTY_LOG, changesBetween(before, after, { now }), { before, after })
  return { ...log, changes: log.changes.slice(0, 1) }
}

const routingExamples = async ({ loaded, now }: Asked): Promise<Examples> => {
  const { snapshot, index } = loaded
  const answers = answersOf(snapshot.models, snapshot.updatedAt, now)
  const refusals = {
    400: await messageOf(() => decode(QuestionQuery, { task: ['cooking'] })),
    404: nothingFits(index, now),
  }
  const ofAnswers = Object.entries(answers).flatMap(([id, reply]): (readonly [string, OperationExamples])[] => [
    [id, { reply, refusals }],
    [`${id}Raw`, { reply: reply.model, refusals }],
  ])
  const changes = changesOf(snapshot, now)
  return {
    ...Object.fromEntries(ofAnswers),
    models: { reply: shortened(snapshot, answers) },
    changes: { reply: changes },
    changesFeed: { reply: await atomOf(changes, undefined) },
  }
}

const REQUEST = { name: 'laptop', source: 'settings', scopes: ['snapshots:read'], expiresInDays: 90 }

const tokenExamples = async (at: Date): Promise<Examples> => {
  const workspace = workspaceOf(PERSON.userId)
  const { raw, record } = mint(decode(TokenRequest, REQUEST), { ...PERSON, workspace, now: at, random: fixed })
  const apiToken = present(record)
  const refusals = await sessionRefusals()
  const unknownScope = await messageOf(() => decode(TokenRequest, { ...REQUEST, scopes: ['snapshots:write'] }))
  return {
    listTokens: { reply: { tokens: [apiToken] }, refusals },
    createToken: { request: REQUEST, reply: { token: raw, apiToken }, refusals: { ...refusals, 400: unknownScope } },
    revokeToken: { reply: { apiToken: { ...apiToken, revokedAt: at.toISOString() } }, refusals },
    connectorSnapshot: {
      reply: placeholder({ loopId: 'bug-autofix', workspace, now: at }),
      refusals: await holderRefusals({ raw, record: { ...record, scopes: ['loops:read'] } }, at),
    },
  }
}

const sessionExample = (at: Date): SessionState => {
  const { session } = newSession(PERSON, { now: at, random: fixed })
  const { email, userId } = session
  return { signedIn: true, email, workspace: workspaceOf(userId), expiresAt: endOf(session).toISOString() }
}

/** Real answers of the service's own code: from the index as it is, and for a person who does not exist. */
export const examplesOf = async (asked: Asked): Promise<Examples> => {
  const at = new Date(asked.loaded.snapshot.updatedAt)
  return {
    ...(await routingExamples(asked)),
    ...(await tokenExamples(at)),
    session: { reply: sessionExample(at) },
  }
}
