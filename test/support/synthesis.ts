import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'

const FOLDER = 'POINTSMAN_TEST_SYNTHESIS'
const METAFILE = 'metafile.json'

/** Synthesizes the stack once for all tests, as it is deployed: past every check. They read it from the folder that `synthesisFolder` names. */
export const setup = async (): Promise<() => void> => {
  const { checkedApp, synthesize } = await import('../../infra/app.ts')
  const folder = mkdtempSync(join(tmpdir(), 'pointsman-synthesis-'))
  writeFileSync(join(folder, METAFILE), JSON.stringify(await synthesize(folder, checkedApp)))
  process.env[FOLDER] = folder
  return () => rmSync(folder, { recursive: true })
}

export const synthesisFolder = (): string => z.parse(z.string(), process.env[FOLDER])

const Resource = z.object({
  Type: z.string(),
  Properties: z.optional(z.record(z.string(), z.unknown())),
  DependsOn: z.optional(z.union([z.string(), z.array(z.string())])),
  DeletionPolicy: z.optional(z.string()),
})
const Template = z.object({ Resources: z.record(z.string(), Resource) })
const Metafile = z.object({
  outputs: z.record(
    z.string(),
    z.object({ bytes: z.number(), inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) }),
  ),
})

const read = (file: string): unknown => JSON.parse(readFileSync(join(synthesisFolder(), file), 'utf8'))

export const template = () => z.parse(Template, read('Pointsman.template.json'))

/** What esbuild put into the bundle of a function. */
export const bundleOf = (group: string) => {
  const output = z.parse(Metafile, read(METAFILE)).outputs[`dist/functions/${group}/index.cjs`]
  if (output === undefined) throw new Error(`There is no bundle of ${group}`)
  return output
}

export type Properties = Readonly<Record<string, unknown>>

/** The resources of a type by logical id, with their properties. */
export const resourcesOf = (type: string): readonly (readonly [id: string, properties: Properties])[] =>
  Object.entries(template().Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties ?? {}])
