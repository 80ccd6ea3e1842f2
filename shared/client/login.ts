import type { Credential } from './credentials.ts'
import { type Delivered, type Fault, readDelivered } from './delivered.ts'
import { EXIT, type Exit } from './exit.ts'
import { type CallbackListener, callbackListener, type Settled, type Shown } from './listener.ts'
import { storeIn } from './signed-in.ts'
import type { Surroundings } from './surroundings.ts'

/** How long a person has for signing in and approving. */
const PATIENCE_MS = 120_000

export type Obtained =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly exit: Exit; readonly fault: string; readonly isTokenMade: boolean }

type Wanted = { readonly baseUrl: string; readonly browser: boolean }

const refused = (exit: Exit, fault: string, isTokenMade: boolean): Obtained => ({ ok: false, exit, fault, isTokenMade })

const NOTHING = 'Nothing was stored.'

const REFUSALS = {
  state: refused(EXIT.refused, `The callback was not an answer to this sign-in: its state is wrong. ${NOTHING}`, false),
  denied: refused(EXIT.refused, `The request was denied in the browser. ${NOTHING}`, false),
  repeated: refused(EXIT.unexpected, `The callback holds a parameter more than once. ${NOTHING}`, true),
  token: refused(EXIT.unexpected, `The callback holds no token. ${NOTHING}`, true),
  workspace: refused(EXIT.unexpected, `The callback does not name the workspace. ${NOTHING}`, true),
  address: refused(
    EXIT.refused,
    `The token is for another address than the one asked. ${NOTHING} Use the address under which the service knows itself.`,
    true,
  ),
  expiry: refused(EXIT.unexpected, `The token has expired already, or its expiry cannot be read. ${NOTHING}`, true),
} as const satisfies Record<Fault, Obtained>

const BACK = 'You can close this page and go back to the terminal.'
const DONE: Shown = { status: 200, title: 'Signed in', text: `Pointsman has its token. ${BACK}` }
const DENIED: Shown = { status: 200, title: 'Denied', text: `No token was made. ${BACK}` }
const FAILED: Shown = { status: 400, title: 'Not signed in', text: 'Nothing was stored. The terminal says why.' }

const refusal = (reason: Fault): Settled<Obtained> => ({
  shown: reason === 'denied' ? DENIED : FAILED,
  outcome: REFUSALS[reason],
})

/** The token is kept before the browser is told so. */
const settled = async (around: Surroundings, delivered: Delivered): Promise<Settled<Obtained>> => {
  if (!delivered.ok) return refusal(delivered.reason)
  const { credential } = delivered
  const kept = await storeIn(around).save(credential)
  if (kept.ok) return { shown: DONE, outcome: { ok: true, credential } }
  return { shown: FAILED, outcome: refused(EXIT.refused, `${kept.fault} ${NOTHING}`, true) }
}

/** 256 bits: not to be guessed while the listener waits. */
const newState = ({ random }: Surroundings): string => Buffer.from(random(32)).toString('base64url')

/** So that a person finds the token of a lost machine in the list; at most 64 printable ASCII characters. */
const clientName = ({ machine }: Surroundings): string =>
  `pointsman on ${machine.replace(/[^!-~]+/g, '') || 'a computer'}`.slice(0, 64)

const pageOf = (baseUrl: string, query: Readonly<Record<string, string>>): string =>
  `${baseUrl}/settings/api-tokens/cli?${new URLSearchParams(query)}`

/** The address is always shown: the browser may be on another screen, or open the wrong profile. */
const invite = async (around: Surroundings, page: string, { browser }: Wanted): Promise<void> => {
  around.tell(`Approve this sign-in in a browser on this computer:\n\n  ${page}\n\n`)
  const isOpening = browser && (await around.openBrowser(page))
  around.tell(`${isOpening ? 'A browser should open now. ' : ''}Waiting for up to ${PATIENCE_MS / 1000} seconds.`)
}

const waitedFor = async (around: Surroundings, listener: CallbackListener<Obtained>): Promise<Obtained> => {
  const answered = new AbortController()
  const tooLate = around
    .sleep(PATIENCE_MS, answered.signal)
    .then(() => refused(EXIT.refused, `Nobody approved within ${PATIENCE_MS / 1000} seconds. ${NOTHING}`, false))
  const lost = refused(
    EXIT.unreachable,
    `The listener on this computer was closed before an answer came. ${NOTHING}`,
    true,
  )
  const obtained = await Promise.race([listener.outcome.then((outcome) => outcome ?? lost), tooLate])
  answered.abort()
  return obtained
}

/** The approval flow: listen, let a person approve, check the state, keep the token. */
export const obtain = async (around: Surroundings, wanted: Wanted): Promise<Obtained> => {
  const { baseUrl } = wanted
  const state = newState(around)
  const settle = (query: URLSearchParams): Promise<Settled<Obtained>> =>
    settled(around, readDelivered(query, { state, baseUrl, now: around.now() }))
  let listener: CallbackListener<Obtained>
  try {
    listener = await callbackListener({ listen: around.listen, sleep: around.sleep, settle })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refused(EXIT.unreachable, `This computer lets no program listen on 127.0.0.1 (${why}).`, false)
  }
  try {
    await invite(
      around,
      pageOf(baseUrl, { client: clientName(around), redirect_uri: listener.redirectUri, state }),
      wanted,
    )
    return await waitedFor(around, listener)
  } finally {
    listener.close()
  }
}
