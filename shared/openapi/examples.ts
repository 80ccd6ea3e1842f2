/** Real values of one operation: what was sent, what was answered, and what a refusal said, by status. */
export type OperationExamples = {
  readonly request?: unknown
  readonly reply?: unknown
  readonly refusals?: Readonly<Record<number, string>>
}

/** By id of the operation. */
export type Examples = Readonly<Record<string, OperationExamples>>
