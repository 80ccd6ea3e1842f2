import * as z from 'zod/mini'
import { type ApprovalRequest, explain, readApproval } from '../../shared/auth/approval-request.ts'
import { queryOf } from '../../shared/http/request.ts'
import { Scope } from '../../shared/tokens/schema.ts'

/** What a person decided, on which request, with which ticket. */
export type Decided = {
  readonly asked: ApprovalRequest
  readonly ticket: string
  readonly decision: 'approve' | 'deny'
  /** Those still ticked, each once; none where all were unticked. */
  readonly scopes: readonly Scope[]
}

export type ReadForm = { readonly ok: true; readonly decided: Decided } | { readonly ok: false; readonly fault: string }

const Fields = z.object({
  ticket: z.tuple([z.string()]),
  decision: z.tuple([z.enum(['approve', 'deny'])]),
  scope: z._default(z.array(Scope), []),
})

/** Reads the raw text that the approval page posts: the request by the rules of the page, then what the person added. */
export const readForm = (raw: string): ReadForm => {
  const read = readApproval(raw)
  if (!read.ok) return { ok: false, fault: explain(read) }
  const fields = z.safeParse(Fields, queryOf(raw))
  if (!fields.success) return { ok: false, fault: 'The form does not come from the approval page as it was shown.' }
  const { scope } = fields.data
  const [[ticket], [decision]] = [fields.data.ticket, fields.data.decision]
  return { ok: true, decided: { asked: read.request, ticket, decision, scopes: [...new Set(scope)] } }
}
