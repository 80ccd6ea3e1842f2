import { createRequire } from 'node:module'
import { captureConsole } from './lambda-log.ts'
import { nextInvocation, postResponse } from './runtime-socket.ts'

// Starts as AWS's own runtime client does, for where that cannot be had (`runtime-client.ts`): an ES module that has
// required these parts of Node.js and made an agent before it imports the function.
const require = createRequire(import.meta.url)
for (const part of ['path', 'fs', 'net', 'os', 'util', 'worker_threads']) require(`node:${part}`)
const { Agent }: typeof import('node:http') = require('node:http')
const { AsyncLocalStorage } = await import('node:async_hooks')

new Agent({ keepAlive: true, maxSockets: 1 })
captureConsole()
const invocation = new AsyncLocalStorage<string>()
const { handler } = await import(process.env.BENCH_CODE ?? '')

const { bodyJson, requestId } = await nextInvocation()
const result: unknown = await invocation.run(requestId, () =>
  handler(JSON.parse(bodyJson), { awsRequestId: requestId }),
)
postResponse(requestId, JSON.stringify(result))
