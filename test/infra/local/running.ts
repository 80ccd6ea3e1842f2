import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { type Service, startService } from '../../../infra/local/service.ts'
import { aTemplateFolder, type Given, temporaryFolder } from './deployment.ts'

type Overrides = Partial<Parameters<typeof startService>[0]>

export type Running = Service & { readonly lines: () => Record<string, unknown>[] }

/** The whole local service around a few small functions, on a port and in folders of its own. */
export const running = async (given: Given, overrides: Overrides = {}): Promise<Running> => {
  const logged: string[] = []
  const folders = { dataFolder: temporaryFolder(), templateFolder: aTemplateFolder(given) }
  const log = (lines: string) => logged.push(lines)
  const service = await startService({ host: '127.0.0.1', port: 0, ...folders, log, ...overrides })
  const stop = async () => {
    await service.stop()
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: service.url,
    stop,
    lines: () => logged.flatMap((lines) => lines.split('\n')).map((line) => JSON.parse(line)),
  }
}

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string }

/** Sends bytes as they are, where a client would put them right, and reads until the other side closes. */
export const sendRaw = (url: string, text: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const answer = Buffer.concat(chunks).toString('latin1')
      const end = answer.indexOf('\r\n\r\n')
      resolve({ status: Number(answer.split(' ')[1]), head: answer.slice(0, end), body: answer.slice(end + 4) })
    })
    socket.write(Buffer.from(text, 'latin1'))
  })

/** One request, its lines as given; `Host` and `Connection` are added. */
export const requestRaw = (url: string, lines: readonly string[], body = ''): Promise<RawAnswer> =>
  sendRaw(url, [...lines, `Host: ${new URL(url).host}`, 'Connection: close', '', body].join('\r\n'))
