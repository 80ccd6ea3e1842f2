import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run } from '../../shared/client/run.ts'
import type { Surroundings } from '../../shared/client/surroundings.ts'
import { closed, listening } from './listening.ts'

/** A token as the service would make one. */
export const aToken = (digit = 'a'): string => `svc_live_${digit.repeat(49)}`

export const NOW = new Date('2026-11-21T06:00:00.000Z')

/** A folder that is gone after the test. */
export const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'pointsman-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Sent = { readonly url: string; readonly authorization: string | undefined; readonly method: string }

export type FakeServer = { readonly url: string; readonly sent: readonly Sent[] }

/** A server that answers as told and remembers what it was asked. */
export const aServer = async (answer: RequestListener): Promise<FakeServer> => {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const { url = '', headers, method = '' } = request
    sent.push({ url, method, authorization: headers.authorization })
    answer(request, response)
  })
  const port = await listening(server)
  onTestFinished(() => closed(server))
  return { url: `http://127.0.0.1:${port}`, sent }
}

export const answering =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

export type Printed = { readonly exit: number; readonly out: string; readonly err: string }

/** Runs one command line in this process, in surroundings of its own. */
export const pointsman = async (args: readonly string[], overrides: Partial<Surroundings> = {}): Promise<Printed> => {
  const printed = { out: '', err: '' }
  const around: Surroundings = {
    environment: { XDG_CONFIG_HOME: overrides.home ?? aFolder() },
    platform: 'linux',
    home: '/nowhere',
    machine: 'signal-box',
    isColoured: false,
    write: (text) => {
      printed.out += text
    },
    tell: (text) => {
      printed.err += text
    },
    readInput: async () => '',
    fetch,
    now: () => NOW,
    sleep: async () => {},
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    openBrowser: async () => false,
    listen: (server) => listening(server),
    ...overrides,
  }
  const exit = await run(args, around)
  return { exit, ...printed }
}

/** Waits until the signal is aborted, and never for the clock. */
export const forever: Surroundings['sleep'] = (_, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve(undefined)
    signal?.addEventListener('abort', () => resolve(undefined))
  })
