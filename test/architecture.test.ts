import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups, operations } from '../shared/contract/all.ts'

const root = join(import.meta.dirname, '..')
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
const product = sources.filter((path) => /^(shared|functions|infra)\//.test(path) && !path.endsWith('.d.ts'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const cruise = (folder: string) => {
  const config = join(root, '.dependency-cruiser.cjs')
  const args = ['--config', config, '--output-type', 'json', 'shared', 'functions', 'infra']
  const { stdout } = spawnSync('depcruise', args, { cwd: folder, maxBuffer: 1e9 })
  return JSON.parse(stdout.toString()).summary
}

describe('Import rules', () => {
  it('hold, over every module of the product', () => {
    const { violations, totalCruised } = cruise(root)
    expect(violations).toEqual([])
    expect(totalCruised).toBeGreaterThan(product.length)
  })

  const seeds: readonly (readonly [rule: string, file: string, imports: string])[] = [
    ['shared-is-the-ground-floor', 'shared/http/seed.ts', '../../functions/site/home.ts'],
    ['functions-stand-apart', 'functions/site/seed.ts', '../routing/handlers.ts'],
    ['cdk-reads-the-contract-only', 'infra/seed.ts', '../shared/models/policy.ts'],
    ['aws-sdk-in-stores-only', 'shared/models/seed.ts', '@aws-sdk/client-s3'],
    ['cdk-in-infra-only', 'functions/site/seed.ts', 'aws-cdk-lib'],
    ['no-circular', 'shared/http/errors.ts', './reply.ts'],
    ['no-orphans', 'shared/http/seed.ts', ''],
    ['resolvable', 'shared/http/seed.ts', './nowhere.ts'],
  ]
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pointsman-seeded-'))
    for (const path of [...product, 'tsconfig.json', 'package.json']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(root, path), join(folder, path))
    }
    execFileSync('ln', ['-s', join(root, 'node_modules'), join(folder, 'node_modules')])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(seeds)('%s turns red when %s imports "%s"', (rule, file, imports) => {
    const path = join(folder, file)
    const before = product.includes(file) ? readFileSync(path, 'utf8') : undefined
    writeFileSync(path, `${imports === '' ? 'export {}' : `import '${imports}'`}\n${before ?? ''}`)
    const { violations } = cruise(folder)
    if (before === undefined) rmSync(path)
    else writeFileSync(path, before)
    expect(violations.map(({ rule: { name } }: { rule: { name: string } }) => name)).toContain(rule)
  })
})

describe('Topics', () => {
  const topics = product.filter((path) =>
    /^shared\/(aws|models|tokens|sessions|snapshots|auth|contract|http|openapi|pages)\//.test(path),
  )

  it.each(topics)('%s takes time, chance and settings as arguments', (path) => {
    expect(read(path)).not.toMatch(/new Date\(\)|Date\.now|Math\.random|process\.env/)
  })
})

/** What the compiler is told to believe instead of to check, by line. */
const beliefs = (path: string, code: string): readonly string[] => {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isConst = ts.isAsExpression(node) && node.type.getText() === 'const'
    const isCast =
      (ts.isAsExpression(node) && !isConst) || ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node)
    if (isCast || node.kind === ts.SyntaxKind.AnyKeyword) found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('The code', () => {
  it.each(product)('%s has no cast and no any', (path) => {
    expect(beliefs(path, read(path))).toEqual([])
  })

  it('would be caught with one', () => {
    expect(beliefs('seed.ts', 'const a: any = b as string; const c = [1] as const; d!.e; <f>g')).toEqual([
      'any',
      'b as string',
      'd!',
      '<f>g',
    ])
  })
})

describe('Operations', () => {
  it('have each an id and a path of their own', () => {
    const paths = operations.flatMap(({ method, path, aliases }) =>
      [path, ...aliases].map((each) => `${method} ${each}`),
    )
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  it.each(groups)('of the group %s are served by its function', (group) => {
    const handlers = read(`functions/${group}/handlers.ts`)
    const contract = read(`shared/contract/${group}.ts`)
    const declared = [...contract.matchAll(/export const (\w+Operation)\b/g)].map(([, name = '']) => name)
    expect(declared.length).toBe(operations.filter((operation) => operation.group === group).length)
    for (const name of declared) expect(handlers).toMatch(new RegExp(`[(\\s]${name},`))
  })

  it.each(operations.map(({ id }) => id))('%s is documented', (id) => {
    const { summary, description } = operations.find((operation) => operation.id === id) ?? {}
    expect(summary).toMatch(/^[A-Z].{10,80}[^.]$/)
    expect(description).toMatch(/^[A-Z].{20,400}\.$/s)
  })
})
