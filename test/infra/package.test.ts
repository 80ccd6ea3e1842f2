import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import own from '../../package.json' with { type: 'json' }
import { closed, listening } from '../support/listening.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'pointsman-package-'))
const installed = join(folder, 'node_modules', 'pointsman')
const archive = join(folder, `pointsman-${own.version}.tgz`)
const bin = join(installed, 'dist', 'client', 'bin.cjs')

const manifest = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

const versionOf = (node: string): string => spawnSync(node, ['--version']).stdout?.toString().trim() ?? ''

/** This Node, and every other of the machine that the package promises to run on. */
const nodes = [
  ...new Map(
    [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'))]
      .filter((path) => existsSync(path))
      .map((path) => [versionOf(path), path] as const)
      .filter(([version]) => Number(/^v(\d+)/.exec(version)?.[1]) >= 20),
  ),
]

/** What `npm install` would do with the archive and no network: unpack it, and put its dependencies beside it. */
beforeAll(() => {
  const copy = join(folder, 'clone')
  mkdirSync(copy)
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const path of files.toString().trim().split('\n'))
    cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['pack', '--offline', '--pack-destination', folder], { cwd: copy, stdio: 'pipe' })
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])
  for (const name of Object.keys(manifest().dependencies))
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
  rmSync(copy, { recursive: true })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('The package', () => {
  it('needs what the client needs and nothing else', () => {
    const { dependencies, optionalDependencies, bundleDependencies } = manifest()
    expect(Object.keys(dependencies)).toEqual(['commander', 'zod'])
    expect([optionalDependencies, bundleDependencies]).toEqual([undefined, undefined])
  })

  it('holds the built client with its types, and nothing of the service', () => {
    const files = execFileSync('tar', ['-tzf', archive]).toString().trim().split('\n')
    const outside = files.filter((path) => !path.startsWith('package/dist/client/')).toSorted()
    expect(outside).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'].map((path) => `package/${path}`))
    expect(files).toEqual(
      expect.arrayContaining(['package/dist/client/api.js', 'package/dist/client/types/client/api.d.ts']),
    )
  })

  it('loads no schema before a command runs', () => {
    const listing = 'process.on("exit", () => console.error(Object.keys(require.cache).join("\\n")))'
    const preload = join(folder, 'preload.cjs')
    writeFileSync(preload, listing)
    const { stdout, stderr } = spawnSync(process.execPath, ['--require', preload, bin, 'route', '--help'])
    expect(stdout.toString()).toContain('--task <task>')
    expect(stderr.toString()).toContain('commander')
    expect(stderr.toString()).not.toContain(join('node_modules', 'zod'))
  })

  it('types what it exports', () => {
    const use = `import { ApiError, client } from 'pointsman'
const { route, routeRaw, connectorSnapshot } = client({ baseUrl: 'https://pointsman.example', token: 'x' })
export const price: number = (await route({ task: 'code', regions: ['eu'] })).price
export const id: string = await routeRaw()
// @ts-expect-error: no such task
route({ task: 'cooking' })
// @ts-expect-error: a loop is needed
connectorSnapshot()
export const status = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined)
`
    writeFileSync(join(folder, 'use.mts'), use)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node']
    const args = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      ...types,
      '--ignoreConfig',
      'use.mts',
    ]
    const { stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd: folder })
    expect(stdout.toString()).toBe('')
  }, 60_000)
})

describe.each(nodes)('The package on Node %s', (_, node) => {
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(node, args, { cwd: folder })
    return { status, out: stdout.toString(), err: stderr.toString() }
  }

  it('answers help, its version and mistakes', () => {
    expect(run(bin, '--help')).toMatchObject({ status: 0, err: '', out: expect.stringContaining('Usage: pointsman') })
    expect(run(bin, '--version')).toEqual({ status: 0, err: '', out: `${manifest().version}\n` })
    expect(run(bin, 'route', '--task', 'cooking')).toMatchObject({ status: 2, out: '' })
    expect(run(bin, 'route', '--base-url', 'http://127.0.0.1:1')).toMatchObject({ status: 4, out: '' })
  })

  it('is a client for programs', async () => {
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('m-1'))
    const port = await listening(server)
    const use = `import { client } from 'pointsman'
console.log(await client({ baseUrl: 'http://127.0.0.1:${port}' }).routeRaw({ task: 'code' }))`
    const program = join(folder, 'use.mjs')
    writeFileSync(program, use)
    const printed = await new Promise<string>((resolve) => {
      let out = ''
      const child = spawn(node, [program], { cwd: folder })
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
      })
      child.stderr.on('data', (chunk: Buffer) => {
        out += chunk.toString()
      })
      child.on('close', () => resolve(out))
    })
    await closed(server)
    expect(printed).toBe('m-1\n')
  })

  it('starts within three times of Node alone', () => {
    const timed = (...args: readonly string[]): number => {
      const before = performance.now()
      run(...args)
      return performance.now() - before
    }
    // In turns, and the fastest of each: another program's load must not count for one of the two only.
    const rounds = Array.from({ length: 15 }, () => [timed('-e', '0'), timed(bin, 'route', '--help')] as const)
    const alone = Math.min(...rounds.map(([first]) => first))
    const help = Math.min(...rounds.map(([, second]) => second))
    expect(help / alone).toBeLessThan(3)
  })
})
