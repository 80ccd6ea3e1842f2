import { connect, type Socket } from 'node:net'

// The Runtime API over a bare socket, for one invocation. AWS's client of it is native code: with `node:http` in its
// place, what a function pays for its first request would already be paid here.

const [host, port] = (process.env.AWS_LAMBDA_RUNTIME_API ?? '').split(':')
const BASE = '/2018-06-01/runtime/invocation'

const head = (line: string, more = ''): string => `${line} HTTP/1.1\r\nhost: ${host}:${port}\r\n${more}\r\n`

type Next = { readonly bodyJson: string; readonly requestId: string; readonly headers: Record<string, string> }

let socket: Socket | undefined

export const nextInvocation = (): Promise<Next> =>
  new Promise((resolve) => {
    // There is one event; the process is ended while it waits for another.
    if (socket !== undefined) return
    socket = connect(Number(port), host)
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
      const end = received.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? Number.NaN)
      if (end < 0 || received.length < end + 4 + length) return
      const requestId = /lambda-runtime-aws-request-id: (\S+)/i.exec(received)?.[1] ?? ''
      const headers = {
        'lambda-runtime-aws-request-id': requestId,
        'lambda-runtime-deadline-ms': String(Date.now() + 10_000),
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-west-1:000000000000:function:bench',
      }
      resolve({ bodyJson: received.slice(end + 4), requestId, headers })
    })
    socket.write(head(`GET ${BASE}/next`))
  })

/** Posts the answer, and with it what the process has used until now. */
export const postResponse = (requestId: string, body: string): void => {
  const { user, system } = process.cpuUsage()
  const used = `x-cpu-us: ${user + system}\r\nx-rss-bytes: ${process.memoryUsage.rss()}\r\n`
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  socket?.end(head(`POST ${BASE}/${requestId}/response`, `${used}${length}connection: close\r\n`) + body)
}
