import * as z from 'zod/mini'
import { ClientName } from '../tokens/request.ts'
import { CALLBACK_FAULTS, type Callback, type CallbackFault, checkCallback } from './callback.ts'

/** What a command-line client asks a person to approve. */
export type ApprovalRequest = {
  readonly client: string
  readonly callback: Callback
  /** The client's own secret against forged callbacks, echoed exactly. */
  readonly state: string
}

const APPROVAL_PARAMETERS = ['client', 'redirect_uri', 'state'] as const
type ApprovalParameter = (typeof APPROVAL_PARAMETERS)[number]

type Refused =
  | { readonly ok: false; readonly reason: 'length' | 'encoding' }
  | { readonly ok: false; readonly reason: 'missing' | 'repeated' | 'invalid'; readonly parameter: ApprovalParameter }
  | { readonly ok: false; readonly reason: 'callback'; readonly fault: CallbackFault }

export type ReadApproval = { readonly ok: true; readonly request: ApprovalRequest } | Refused

type Fields = ReadonlyMap<string, readonly string[]>

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Every value of every name, decoded as forms are; nothing where an escape is broken. */
const fieldsOf = (raw: string): Fields | undefined => {
  const fields = new Map<string, string[]>()
  try {
    for (const pair of raw.split('&')) {
      const [name = '', ...value] = pair.split('=')
      const values = fields.get(decoded(name)) ?? []
      values.push(decoded(value.join('=')))
      fields.set(decoded(name), values)
    }
  } catch {
    return undefined
  }
  return fields
}

/** The longest request there can be, every character escaped, takes 5,000, and a form adds its ticket and scopes. */
const LONGEST = 16_384

const STATE = /^[ -~]{1,512}$/

const countFault = (fields: Fields): Refused | undefined => {
  for (const parameter of APPROVAL_PARAMETERS) {
    const sent = fields.get(parameter)?.length ?? 0
    if (sent !== 1) return { ok: false, reason: sent === 0 ? 'missing' : 'repeated', parameter }
  }
  return undefined
}

/**
 * Reads the raw query of the approval page, or the raw form that it posts: raw, because API Gateway joins repeated
 * parameters with commas, and which of two was meant is not ours to guess. Other parameters are passed over.
 */
export const readApproval = (raw: string): ReadApproval => {
  if (raw.length > LONGEST) return { ok: false, reason: 'length' }
  const fields = fieldsOf(raw)
  if (fields === undefined) return { ok: false, reason: 'encoding' }
  const refused = countFault(fields)
  if (refused !== undefined) return refused
  const [client = '', uri = '', state = ''] = APPROVAL_PARAMETERS.map((name) => fields.get(name)?.[0])
  if (!z.safeParse(ClientName, client).success) return { ok: false, reason: 'invalid', parameter: 'client' }
  if (!STATE.test(state)) return { ok: false, reason: 'invalid', parameter: 'state' }
  const checked = checkCallback(uri)
  if (!checked.ok) return { ok: false, reason: 'callback', fault: checked.reason }
  return { ok: true, request: { client, callback: checked.callback, state } }
}

const RULES = {
  client: 'It must be 1 to 64 printable ASCII characters, and not hold a token.',
  redirect_uri: 'It must be the address of a listener on this computer.',
  state: 'It must be 1 to 512 printable ASCII characters.',
} as const satisfies Record<ApprovalParameter, string>

/** What the page says of a request that it does not accept, in words for whoever wrote the client. */
export const explain = (refused: Refused): string => {
  switch (refused.reason) {
    case 'length':
      return 'The request is too long.'
    case 'encoding':
      return 'The request holds broken percent-encoding.'
    case 'callback':
      return `The parameter redirect_uri is not accepted. ${CALLBACK_FAULTS[refused.fault]}`
    case 'missing':
      return `The parameter ${refused.parameter} is missing. ${RULES[refused.parameter]}`
    case 'repeated':
      return `The parameter ${refused.parameter} was sent more than once.`
    case 'invalid':
      return `The parameter ${refused.parameter} is not accepted. ${RULES[refused.parameter]}`
  }
}
