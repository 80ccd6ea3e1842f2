import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildResult, build as esbuild, type Metafile } from 'esbuild'

const root = join(import.meta.dirname, '..')

/** Where the code of one function lies after `bundle`, ready to be deployed or run. */
export const codeFolder = (group: string): string => join(root, 'dist', 'functions', group)

/** Files that a function reads beside its bundle, by the name they have there. */
const SIDE_FILES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  routing: [['functions/routing/default-index.json', 'default-index.json']],
  refresh: [['functions/routing/default-index.json', 'default-index.json']],
  site: [
    ['functions/routing/default-index.json', 'default-index.json'],
    ['functions/site/assets', 'assets'],
  ],
}

const build = (groups: readonly string[], alias: Record<string, string>): Promise<BuildResult<{ metafile: true }>> =>
  esbuild({
    absWorkingDir: root,
    entryPoints: groups.map((group) => ({ in: `functions/${group}/index.ts`, out: `${group}/index` })),
    outdir: 'dist/functions',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'import-is-undefined': 'error' },
    define: { 'import.meta.dirname': '__dirname' },
    alias,
  })

/** Functions whose cold start everybody waits for: our own part of zod/mini takes its place in them. */
const LEAN: readonly string[] = ['routing']

/**
 * Bundles every function. CommonJS as `index.cjs`: an ESM bundle starts 25 to 40 ms slower, and an `index.js` under this
 * package's "type": "module" would load as an empty module. No source maps: they make asset hashes unstable.
 */
export const bundle = async (groups: readonly string[]): Promise<Metafile> => {
  rmSync(join(root, 'dist', 'functions'), { recursive: true, force: true })
  const results = await Promise.all([
    build(
      groups.filter((group) => LEAN.includes(group)),
      { 'zod/mini': './shared/http/mini.ts' },
    ),
    build(
      groups.filter((group) => !LEAN.includes(group)),
      {},
    ),
  ])
  for (const group of groups) {
    for (const [from, to] of SIDE_FILES[group] ?? []) copy(join(root, from), join(codeFolder(group), to))
  }
  const [lean, rest] = results.map(({ metafile }) => metafile)
  return { inputs: { ...lean?.inputs, ...rest?.inputs }, outputs: { ...lean?.outputs, ...rest?.outputs } }
}

const copy = (from: string, to: string): void => {
  if (!existsSync(from)) throw new Error(`${from} is missing; npm run index:build makes the index`)
  cpSync(from, to, { recursive: true })
}
