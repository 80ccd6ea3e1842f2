import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import { basename, dirname } from 'node:path'
import { listen } from '../../infra/local/listen.ts'

export type ColdStart = {
  /** From asking for the process to its posted answer. */
  readonly wallMs: number
  /** Of the whole process until then. */
  readonly cpuMs: number
  readonly memoryMb: number
  /** What the handler answered, as JSON. */
  readonly result: string
}

export type Launch = {
  readonly runtime: string
  readonly code: string
  readonly event: string
  readonly environment: Readonly<Record<string, string>>
}

type Answered = Pick<ColdStart, 'cpuMs' | 'memoryMb' | 'result'>

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** What Lambda tells a function of itself, and the stand-in for the runtime client which function to import. */
const lambdaEnvironment = (code: string) => ({
  BENCH_CODE: code,
  LAMBDA_TASK_ROOT: dirname(code),
  _HANDLER: `${basename(code, '.cjs')}.handler`,
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/bench',
  AWS_LAMBDA_LOG_STREAM_NAME: 'bench',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
})

/** The Lambda Runtime API, for one process at a time. */
export const runtimeApi = async () => {
  let event = ''
  let settle: (answered: Answered) => void = () => undefined
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'lambda-runtime-aws-request-id': 'r-1', 'content-length': Buffer.byteLength(event) })
      response.end(event)
      return
    }
    const result = await textOf(request)
    const { 'x-cpu-us': cpu, 'x-rss-bytes': memory } = request.headers
    settle({ cpuMs: Number(cpu) / 1000, memoryMb: Number(memory) / 1e6, result })
    response.writeHead(202, { connection: 'close' }).end()
  })
  const port = await listen(server, '127.0.0.1', 0)

  /** Starts a process, hands it one event and waits for its answer and its end. */
  const invoke = ({ runtime, code, event: text, environment }: Launch): Promise<ColdStart> =>
    new Promise((resolve, reject) => {
      event = text
      let cold: ColdStart | undefined
      const start = performance.now()
      const child = spawn(process.execPath, [runtime], {
        env: { ...environment, ...lambdaEnvironment(code), AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}` },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      settle = (answered) => {
        cold = { ...answered, wallMs: performance.now() - start }
        // A connection that is kept alive would keep the process.
        child.kill('SIGKILL')
      }
      child.on('error', reject)
      child.on('close', () => {
        if (cold === undefined) reject(new Error(`${code} gave no answer: ${said}`))
        else resolve(cold)
      })
    })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { invoke, close }
}
