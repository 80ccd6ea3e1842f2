'use strict'
// Builds what the package installs: the command line and the typed client, and with --types the client's declarations.
// Runs at the end of every npm ci, on whatever Node the machine has, so it is plain JavaScript and needs no network.
const { execFileSync } = require('node:child_process')
const { chmodSync, rmSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const folder = join(root, 'dist', 'client')

const common = { absWorkingDir: root, bundle: true, platform: 'node', target: 'node20', packages: 'external' }

/** CommonJS for the command line, which starts faster so; a module for programs. */
const build = ({ buildSync }) => {
  buildSync({ ...common, entryPoints: ['shared/client/bin.ts'], format: 'cjs', outfile: 'dist/client/bin.cjs' })
  buildSync({ ...common, entryPoints: ['shared/client/api.ts'], format: 'esm', outfile: 'dist/client/api.js' })
  chmodSync(join(folder, 'bin.cjs'), 0o755)
}

const declare = () => {
  const tsc = require.resolve('typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(__dirname, 'client.tsconfig.json')], { stdio: 'inherit' })
}

// An install without the development packages has nothing to build with, and needs no command of its own clone.
const findBuilder = () => {
  try {
    return require('esbuild')
  } catch {
    return undefined
  }
}

const builder = findBuilder()
if (process.argv.includes('--types')) {
  rmSync(folder, { recursive: true, force: true })
  build(require('esbuild'))
  declare()
} else if (builder !== undefined) build(builder)
