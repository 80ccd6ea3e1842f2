import * as z from 'zod/mini'
import { badRequest } from './errors.ts'
import type { Schema } from './operation.ts'

const told = (issue: z.core.$ZodIssue | undefined): string => {
  if (issue === undefined) return 'Invalid request'
  const where = issue.path.map(String).join('.')
  return where === '' ? issue.message : `${where}: ${issue.message}`
}

/** The typed value of what a caller sent, or a 400 that names the first thing wrong with it. */
export const decode = <S extends Schema>(schema: S, value: unknown): z.output<S> => {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw badRequest(told(parsed.error.issues[0]))
}

/** The value as the contract shows it: unknown fields are dropped, a wrong one is a bug and throws. */
export const encode = <S extends Schema>(schema: S, value: unknown): z.output<S> => z.parse(schema, value)
