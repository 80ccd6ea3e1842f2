export type Environment = Readonly<Record<string, string | undefined>>

/** A setting that the function cannot do without; a missing one fails the cold start and names itself. */
export const setting = (environment: Environment, name: string): string => {
  const value = environment[name]
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set`)
  return value
}
