export type Level = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

export type LogEntry = {
  readonly level: Level
  readonly function: string
  readonly requestId?: string | undefined
  readonly message: unknown
}

/** As Lambda writes an error into its JSON logs. */
export const errorEntry = (error: unknown): unknown =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, stackTrace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error) }

const stringified = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return JSON.stringify({ message: String(value) })
  }
}

/** One line of Lambda's JSON log format, and which function wrote it. */
export const logLine = ({ level, function: name, requestId, message }: LogEntry, now: Date): string => {
  const request = requestId === undefined ? '' : `,"requestId":${JSON.stringify(requestId)}`
  const head = `"timestamp":"${now.toISOString()}","level":"${level}","function":${JSON.stringify(name)}${request}`
  return `{${head},"message":${stringified(message)}}`
}
