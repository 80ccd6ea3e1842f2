import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { synthesisFolder } from '../support/synthesis.ts'

const Metafile = z.object({
  inputs: z.record(z.string(), z.object({ imports: z.array(z.object({ path: z.string(), kind: z.string() })) })),
})

const { inputs } = z.parse(Metafile, JSON.parse(readFileSync(join(synthesisFolder(), 'metafile.json'), 'utf8')))

const isOnDemand = (kind: string): boolean => kind === 'dynamic-import'

/** What runs when a module is loaded: all that it imports, and all that those import. */
const loadedWith = (entry: string, follows: (kind: string) => boolean): readonly string[] => {
  const seen = new Set([entry])
  for (const module of seen)
    for (const { path, kind } of inputs[module]?.imports ?? []) if (follows(kind)) seen.add(path)
  return [...seen]
}

const isAwsSdk = (path: string): boolean => /node_modules\/@?(aws-sdk|smithy)\//.test(path)

describe('The site bundle', () => {
  it('loads the AWS SDK for the page that asks who is signed in, and for no other', () => {
    const entry = 'functions/site/index.ts'
    expect(loadedWith(entry, (kind) => !isOnDemand(kind)).filter(isAwsSdk)).toEqual([])
    expect(loadedWith(entry, () => true).filter(isAwsSdk).length).toBeGreaterThan(10)
  })
})
