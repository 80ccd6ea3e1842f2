#!/usr/bin/env node
import { homedir, hostname } from 'node:os'
import { EXIT } from './exit.ts'
import { run } from './run.ts'
import type { Surroundings } from './surroundings.ts'

const { env: environment, platform, stdin, stdout, stderr } = process

const readInput = async (): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  const { setTimeout } = await import('node:timers/promises')
  await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}

const listen: Surroundings['listen'] = (server) =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      const bound = server.address()
      if (bound !== null && typeof bound === 'object') resolve(bound.port)
    })
  })

const around: Surroundings = {
  environment,
  platform,
  home: homedir(),
  machine: hostname(),
  isColoured: stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb',
  write: (text) => void stdout.write(text),
  tell: (text) => void stderr.write(text),
  readInput,
  fetch: (url, init) => fetch(url, init),
  now: () => new Date(),
  sleep,
  random: (size) => crypto.getRandomValues(new Uint8Array(size)),
  openBrowser: async (url) => (await import('./open.ts')).openPage(url, { platform, environment }),
  listen,
}

/** Who reads the answer may stop early, as `head` does; that is no fault of ours, and there is nobody to tell. */
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: Error & { readonly code?: string }) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.refused)
  })
}

run(process.argv.slice(2), around).then(
  (exit) => {
    process.exitCode = exit
  },
  (error: unknown) => {
    stderr.write(`A bug of this program: ${error instanceof Error ? error.name : 'unknown'}\n`)
    process.exitCode = EXIT.unexpected
  },
)
