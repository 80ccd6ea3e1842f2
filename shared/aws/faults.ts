const UNAVAILABLE = 'UnavailableError'

/** For a store that gave up, whatever the single answers were. Logs tell the name alone, so it says the last fault. */
export const unavailable = (message: string, fault?: string): Error =>
  Object.assign(new Error(message), { name: fault === undefined ? UNAVAILABLE : `${UNAVAILABLE}: ${fault}` })

const PASSING = [
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'RequestTimeoutException',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequestsException',
]

/** Whether an error of this name asks for patience; services of AWS answer such with a 400. */
export const isPassing = (name: string): boolean => PASSING.includes(name)

const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

const isServerFault = (error: Error): boolean =>
  ('$fault' in error && error.$fault === 'server') ||
  ('$response' in error &&
    typeof error.$response === 'object' &&
    error.$response !== null &&
    'statusCode' in error.$response &&
    Number(error.$response.statusCode) >= 500)

/** Whether trying again later may help (503 with `retry-after`); everything else is a bug or a wrong set-up (500). */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { name } = error
  if (name.startsWith(UNAVAILABLE) || isPassing(name) || isServerFault(error)) return true
  return 'code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)
}

/** Whether a write was refused by its own condition, which is an answer and no fault. */
export const isRefusedByCondition = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'
