import { gzipSync } from 'node:zlib'
import type { Behaviour } from './sources.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** 100 MB of blanks in 100 kB. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))

/** The ways in which a server can fail to serve, whatever it should have served. */
export const MISBEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'closes the connection': (response) => void response.socket?.destroy(),
  hangs: () => undefined,
  'hangs after its headers': (response) => void response.writeHead(200, JSON_TYPE).write('{'),
  'drips a byte now and then': (response) => {
    response.writeHead(200, JSON_TYPE)
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  },
  'answers 500': (response) => void response.writeHead(500, JSON_TYPE).end('{}'),
  'answers 404': (response) => void response.writeHead(404, JSON_TYPE).end('{}'),
  'answers 304 unasked': (response) => void response.writeHead(304).end(),
  'redirects in a circle': (response, request) => void response.writeHead(302, { location: request.url ?? '' }).end(),
  'redirects to a file': (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  'serves a page': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sorry</p>'),
  'sends half of what it announced': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' })
    response.write('{"data":[')
    setTimeout(() => response.destroy(), 10)
  },
  'announces 100 MB': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': String(100 * 1024 * 1024) })
    response.write('{')
  },
  'sends 100 MB': (response) => {
    response.writeHead(200, JSON_TYPE)
    const megabyte = Buffer.alloc(1024 * 1024, ' ')
    let left = 100
    const send = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(megabyte)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  },
  'sends a gzip bomb': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(BOMB)
  },
  'sends half of a gzip stream': (response) => {
    const whole = gzipSync(JSON.stringify({ data: Array.from({ length: 1_000 }, (_, at) => at) }))
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(whole.subarray(0, whole.length / 2))
  },
  'uses an encoding that was not asked for': (response) =>
    void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'br' }).end('x'),
}
