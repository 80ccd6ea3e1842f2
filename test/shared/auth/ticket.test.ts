import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../../../shared/auth/approval-request.ts'
import { checkTicket, newTicket } from '../../../shared/auth/ticket.ts'
import { isSecretText, secretText } from '../../../shared/random.ts'
import { later, MINUTE, NOW } from '../../support/access.ts'

const key = secretText(randomBytes)
const anApproval = (overrides: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  client: 'loop',
  callback: { uri: 'http://127.0.0.1:8976/cb', host: '127.0.0.1', port: 8976 },
  state: 'xyz',
  ...overrides,
})
const made = newTicket(key, anApproval(), { now: NOW, random: randomBytes })
const reasonFor = (ticket: string, changes: { key?: string; request?: ApprovalRequest; now?: Date } = {}) => {
  const checked = checkTicket(changes.key ?? key, changes.request ?? anApproval(), { ticket, now: changes.now ?? NOW })
  return checked.ok ? 'accepted' : checked.reason
}

describe('an approval ticket', () => {
  it('is accepted with its own session and request, for 10 minutes, and names its nonce', () => {
    const checked = checkTicket(key, anApproval(), { ticket: made, now: later(10 * MINUTE - 1) })
    expect(checked).toEqual({ ok: true, nonce: made.split('.')[1], expiresAt: later(10 * MINUTE) })
  })

  it('has another nonce every time', () => {
    const other = newTicket(key, anApproval(), { now: NOW, random: randomBytes })
    expect(isSecretText(other.split('.')[1] ?? '')).toBe(true)
    expect(other.split('.')[1]).not.toBe(made.split('.')[1])
  })

  const elsewhere = { uri: 'http://127.0.0.1:8977/cb', host: '127.0.0.1', port: 8977 } as const
  const [expiry = '', nonce = '', signature = ''] = made.split('.')
  const longer = `${Number(expiry) + 1}.${nonce}.${signature}`
  it.each<[string, string, Parameters<typeof reasonFor>[1]]>([
    ['forged in another session', made, { key: secretText(randomBytes) }],
    ['forged for another client', made, { request: anApproval({ client: 'loop2' }) }],
    ['forged for another callback', made, { request: anApproval({ callback: elsewhere }) }],
    ['forged for another state', made, { request: anApproval({ state: 'xyZ' }) }],
    ['forged where text moved from one field to the next', made, { request: anApproval({ client: 'loop","http' }) }],
    ['forged with a later expiry', longer, {}],
    ['forged, though it has expired too', longer, { now: later(20 * MINUTE) }],
    ['forged with another nonce', `${expiry}.${secretText(randomBytes)}.${signature}`, {}],
    ['expired at 10 minutes', made, { now: later(10 * MINUTE) }],
    ['malformed when empty', '', {}],
    ['malformed without its signature', `${expiry}.${nonce}.`, {}],
    ['malformed with something after it', `${made}\n`, {}],
    ['malformed with an expiry that is no number', made.replace(expiry, '17000000000.0'), {}],
    ['malformed when huge', made.repeat(10_000), {}],
    ['malformed in another script', 'é'.repeat(made.length), {}],
  ])('is %s', (expected, ticket, changes) => {
    expect(reasonFor(ticket, changes)).toBe(expected.split(/[ ,]/)[0])
  })

  it('is refused with any one character changed', () => {
    fc.assert(
      fc.property(fc.nat(made.length - 1), fc.constantFrom(...'0aZ_.-'), (place, by) => {
        fc.pre(made.charAt(place) !== by)
        return reasonFor(made.slice(0, place) + by + made.slice(place + 1)) !== 'accepted'
      }),
      { numRuns: 500 },
    )
  })
})
