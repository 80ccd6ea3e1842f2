import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { examplesOf } from '../../functions/site/reference/examples.ts'
import { operations } from '../../shared/contract/all.ts'
import { load } from '../../shared/models/loaded.ts'
import { document as documentOf, isDescribed, type OpenApi } from '../../shared/openapi/document.ts'
import { FIELDS } from '../../shared/openapi/fields.ts'
import { isJson, type Json } from '../../shared/openapi/json-schema.ts'
import { NOW } from '../support/access.ts'
import { BASE_URL } from '../support/contract-world.ts'

let document: OpenApi

beforeAll(async () => {
  const loaded = load(readFileSync('functions/routing/default-index.json', 'utf8'), NOW)
  document = documentOf(operations, { baseUrl: BASE_URL, examples: await examplesOf({ loaded, now: NOW }) })
})

/** What the linter says that we do not follow, and why. */
const EXPLAINED: Readonly<Record<string, readonly string[]>> = {
  // They answer a browser that goes on elsewhere: 303 is their success.
  'operation-2xx-response': [
    '#/paths/~1settings~1api-tokens~1cli/post/responses',
    '#/paths/~1auth~1sign-in/get/responses',
    '#/paths/~1auth~1callback/get/responses',
    '#/paths/~1auth~1sign-out/post/responses',
  ],
}

const lint = async (linted: unknown): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(linted), absoluteRef: '/openapi.json', config })
  return problems.flatMap(({ ruleId, message, location: [place] }) =>
    EXPLAINED[ruleId]?.includes(place?.pointer ?? '') ? [] : [`${ruleId}: ${message} at ${place?.pointer}`],
  )
}

describe('The document', () => {
  it('passes the strict rules of Redocly without a word', async () => {
    expect(await lint(document)).toEqual([])
  })

  it('would be caught with an example that its schema refuses', async () => {
    const broken = JSON.stringify(document).replace('"model":"gpt', '"model":1,"was":"gpt')
    expect((await lint(JSON.parse(broken))).join()).toMatch(/example/)
  })

  it('needs every explanation that the lint is given', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
    const places = problems.map(({ location: [place] }) => place?.pointer)
    expect(places.toSorted()).toEqual(Object.values(EXPLAINED).flat().toSorted())
  })

  it('"carries version 1.0.0", the licence and the address of the service', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Pointsman', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: BASE_URL }],
    })
  })

  it('is the same for the same operations and examples', async () => {
    const loaded = load(readFileSync('functions/routing/default-index.json', 'utf8'), NOW)
    const again = documentOf(operations, { baseUrl: BASE_URL, examples: await examplesOf({ loaded, now: NOW }) })
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
  })

  it.each([
    ['https://pointsman.example', '__Host-session'],
    ['http://127.0.0.1:3000', 'session-3000'],
  ])('names the cookie that a session has at %s', (baseUrl, name) => {
    const { components } = documentOf(operations, { baseUrl, examples: {} })
    expect(components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name },
      apiToken: { type: 'http', scheme: 'bearer' },
    })
  })

  it('shows a real answer for every JSON reply but its own', () => {
    const responses = Object(document.components.responses)
    const bare = operations
      .filter(({ reply, id }) => reply.type === 'json' && id !== 'openApi')
      .filter(isDescribed)
      .filter(({ id, reply }) => responses[`${id}.${reply.status}`].content['application/json'].example === undefined)
    expect(bare.map(({ id }) => id)).toEqual([])
  })

  it('says of every query and path parameter what it means', () => {
    const parameters: Json = Object(document.components.parameters)
    const wordless = Object.entries(parameters).filter(([, value]) => !isJson(value) || value.description === undefined)
    expect(wordless.map(([name]) => name)).toEqual([])
  })

  it.each(Object.keys(FIELDS))('says of every field of %s what it means, and of no other', (name) => {
    const schema: Json = Object(document.components.schemas)[name]
    const variants = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isJson) : [schema]
    const fields = new Set(variants.flatMap(({ properties }) => Object.keys(Object(properties))))
    expect([...fields].toSorted()).toEqual(Object.keys(FIELDS[name] ?? {}).toSorted())
    for (const { properties } of variants)
      for (const field of Object.values(Object(properties))) expect(field).toHaveProperty('description')
  })

  it('keeps the flags and formats of our own patterns out of its schemas', () => {
    const text = JSON.stringify(document.components.schemas)
    expect(text).not.toContain('^.{1,2000}$')
    expect(text.match(/"format":"date-time"/g)?.length).toBeGreaterThan(5)
    expect(text).toContain('"format":"date"')
    expect(text).toContain('"format":"uri"')
  })
})
