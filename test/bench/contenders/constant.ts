import type { GatewayResult } from '../../../shared/http/serve.ts'

/** Put here by the build. */
declare const ANSWER: GatewayResult

/** The fields that the line of a request has in every contender: a service that tells less cannot be run. */
const LINE = {
  level: 'info',
  requestId: 'JKJaXmPLvHcESHA=',
  operation: 'route',
  status: ANSWER.statusCode,
  milliseconds: 0.012345678901234567,
  caller: 'anyone',
  answer: 'gpt-5.6-luna',
}

/** The least that a Lambda can do: one line in the log and an answer that it holds already. */
export const handler = async (): Promise<GatewayResult> => {
  console.log(LINE)
  return ANSWER
}
