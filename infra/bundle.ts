import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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

type Built = BuildResult<{ metafile: true; write: false }>

const build = (groups: readonly string[], alias: Record<string, string>): Promise<Built> =>
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
    write: false,
    logLevel: 'warning',
    logOverride: { 'import-is-undefined': 'error' },
    define: { 'import.meta.dirname': '__dirname' },
    alias,
  })

/** Functions whose cold start everybody waits for: our own part of zod/mini takes its place in them. */
const LEAN: readonly string[] = ['routing']

const FUNCTIONS = join(root, 'dist', 'functions')

type Placed = { readonly file: string; readonly content: Uint8Array }

/** Leaves a file alone that is right already, and never shows half of one: another start may be reading it. */
const place = ({ file, content }: Placed): void => {
  if (existsSync(file) && readFileSync(file).equals(content)) return
  mkdirSync(dirname(file), { recursive: true })
  const part = join(root, 'dist', `part-${process.pid}`)
  writeFileSync(part, content)
  renameSync(part, file)
}

const filesUnder = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : []

const sideFilesOf = (group: string): readonly Placed[] =>
  (SIDE_FILES[group] ?? []).flatMap(([from, to]) => {
    const source = join(root, from)
    if (!existsSync(source)) throw new Error(`${source} is missing; npm run index:build makes the index`)
    const files = statSync(source).isDirectory() ? filesUnder(source) : [source]
    return files.map((file) => ({
      file: join(codeFolder(group), to, relative(source, file)),
      content: readFileSync(file),
    }))
  })

/**
 * Bundles every function. CommonJS as `index.cjs`: an ESM bundle starts 25 to 40 ms slower, and an `index.js` under this
 * package's "type": "module" would load as an empty module. No source maps: they make asset hashes unstable.
 */
export const bundle = async (groups: readonly string[]): Promise<Metafile> => {
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
  const bundles = results.flatMap(({ outputFiles }) => outputFiles)
  const placed = [
    ...bundles.map(({ path, contents }) => ({ file: path, content: contents })),
    ...groups.flatMap(sideFilesOf),
  ]
  placed.forEach(place)
  // What an older build left would be deployed with the rest.
  const kept = new Set(placed.map(({ file }) => file))
  for (const file of filesUnder(FUNCTIONS)) if (!kept.has(file)) rmSync(file, { force: true })
  const [lean, rest] = results.map(({ metafile }) => metafile)
  return { inputs: { ...lean?.inputs, ...rest?.inputs }, outputs: { ...lean?.outputs, ...rest?.outputs } }
}
