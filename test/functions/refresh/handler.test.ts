import { createServer } from 'node:http'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { platformOf } from '../../../infra/local/platform.ts'
import { readDeployment } from '../../../infra/local/template.ts'
import { CURRENT_KEY } from '../../../shared/models/bucket.ts'
import { Snapshot } from '../../../shared/models/schema.ts'
import { shippedIndex } from '../../../shared/models/shipped.ts'
import { lambda } from '../../support/lambda.ts'
import { closed, listening } from '../../support/listening.ts'
import { analysisText, feedsOf, GOODS, type Good, lastIndex } from '../../support/market.ts'
import { hoursLater, putCurrent } from '../../support/refreshing.ts'
import { localBucket } from '../../support/s3.ts'
import { playSources, type Sources } from '../../support/sources.ts'
import { resourcesOf, synthesisFolder } from '../../support/synthesis.ts'

const Line = z.looseObject({})

/** The function as the template has it: its own bundle with what lies beside it, its memory, its time. */
const deployed = () => {
  const found = resourcesOf('AWS::Lambda::Function').find(([, { Description }]) => Description === 'Pointsman: refresh')
  const local = readDeployment(synthesisFolder()).functions.find(({ id }) => id === found?.[0])
  if (local === undefined) throw new Error('The template has no function that refreshes')
  return local
}

/** What stands in for Secrets Manager. */
const manager = async (status: number, answer: unknown) => {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(answer)))
  const url = `http://127.0.0.1:${await listening(server)}/`
  onTestFinished(() => closed(server))
  return { POINTSMAN_ARTIFICIAL_ANALYSIS_SECRET: 'the-name', AWS_ENDPOINT_URL_SECRETS_MANAGER: url }
}

describe('The function that refreshes the index, as it is deployed', () => {
  let place: Awaited<ReturnType<typeof localBucket>>
  let sources: Sources
  beforeEach(async () => {
    place = await localBucket()
    sources = await playSources({ ...feedsOf(), '/artificial-analysis': analysisText() })
  })
  afterEach(async () => {
    await sources.close()
    await place.close()
  })

  const start = (variables: Readonly<Record<string, string>> = {}) => {
    const local = deployed()
    const environment = {
      ...platformOf(local, {
        s3: { url: place.endpoint, stop: async () => undefined },
        dynamodb: undefined,
        identity: undefined,
      }),
      POINTSMAN_INDEX_BUCKET: place.bucket,
      POINTSMAN_BASE_URL: 'https://pointsman.example',
      ...sources.environment,
      ...variables,
    }
    const running = lambda(local, environment)
    onTestFinished(async () => void (await running.stop()))
    const invoke = (event: unknown = { version: '0', 'detail-type': 'Scheduled Event' }) => running.invoke(event)
    const logged = () => running.logged().map((line) => z.parse(Line, line))
    return { invoke, logged }
  }
  const body = async () => {
    const { Body } = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: CURRENT_KEY }))
    return (await Body?.transformToString()) ?? ''
  }
  const current = async () => Snapshot.parse(JSON.parse(await body()))
  /** Whatever today is, the last index is of the hour before. */
  const begin = () => putCurrent(place, lastIndex(hoursLater(-1, new Date()).toISOString()))
  const sell = (goods: readonly Good[]) => {
    for (const [path, text] of Object.entries(feedsOf(goods))) sources.play(path, text)
  }
  const sellDearer = () => sell(GOODS.map((good) => ({ ...good, price: good.price * 1_000 })))

  it('publishes in its first run, has nothing to do in the second, and tells of both in a line', async () => {
    await begin()
    const { invoke, logged } = start()
    expect(await invoke()).toMatchObject({ outcome: 'published', models: GOODS.length })
    const published = await body()
    expect(await invoke()).toEqual({ outcome: 'unchanged', models: GOODS.length, changes: 0 })
    expect(await body()).toBe(published)
    expect(logged().map(({ event, outcome }) => [event, outcome])).toEqual([
      ['refresh', 'published'],
      ['refresh', 'unchanged'],
    ])
  })

  it('fails a run that the guard refuses, so that the platform keeps its event, until an operator accepts', async () => {
    await begin()
    const { invoke, logged } = start()
    await invoke()
    const published = await body()
    sellDearer()
    expect(await invoke()).toBe('failed')
    expect(await body()).toBe(published)
    expect(logged()).toContainEqual(expect.objectContaining({ event: 'refresh-refused' }))
    expect(logged()).toContainEqual(expect.objectContaining({ errorMessage: 'refused: price-moved' }))

    expect(await invoke({ accept: ['price-moved'] })).toMatchObject({ outcome: 'published' })
    const { models } = await current()
    expect(models.find(({ id }) => id === 'mark-1')?.inputPricePer1M).toBe(200)
    expect(logged().at(-1)).toMatchObject({ event: 'refresh', accepted: ['price-moved'] })
  })

  it('takes nonsense for an event that accepts nothing', async () => {
    await begin()
    const { invoke } = start()
    await invoke()
    sellDearer()
    const events = [null, 'accept', [], { accept: 'price-moved' }, { accept: ['price-moved', 'anything'] }]
    const outcomes: unknown[] = []
    for (const event of events) outcomes.push(await invoke(event))
    expect(outcomes).toEqual(events.map(() => 'failed'))
    sell(GOODS)
    expect(await invoke('accept')).toMatchObject({ outcome: 'unchanged' })
  })

  it('reads the operator’s key from the secret that is named', async () => {
    await begin()
    const { invoke, logged } = start(await manager(200, { SecretString: 'the key' }))
    expect(await invoke()).toMatchObject({ outcome: 'published' })
    expect(sources.requests).toContain('/artificial-analysis')
    expect(JSON.stringify(logged())).not.toContain('the key')
  })

  it.each([
    ['is not there', 400, { __type: 'ResourceNotFoundException' }],
    ['may not be read', 403, {}],
    ['is no text', 200, { SecretBinary: 'eA==' }],
  ])('says that the secret %s, and goes on with the other sources', async (_what, status, answer) => {
    await begin()
    const { invoke, logged } = start(await manager(status, answer))
    expect(await invoke()).toMatchObject({ outcome: 'published', models: GOODS.length })
    expect(sources.requests).not.toContain('/artificial-analysis')
    expect(logged()[0]).toMatchObject({ event: 'refresh-source-failed', source: 'artificial-analysis' })
  })

  it('has the shipped index beside it for a bucket that is empty', async () => {
    const nowhere = 'http://127.0.0.1:9/nothing'
    const { invoke } = start({
      POINTSMAN_OPENROUTER_URL: nowhere,
      POINTSMAN_MODELS_DEV_URL: nowhere,
      POINTSMAN_GENAI_PRICES_URL: nowhere,
    })
    const { models } = shippedIndex('functions/routing')
    expect(await invoke()).toEqual({ outcome: 'unreached', models: models.length, changes: 0 })
  })

  it('lives through sources that would each unfold to more than its memory', async () => {
    await begin()
    const { invoke } = start()
    await invoke()
    const published = await body()
    const flood = `{"data":[${'{},'.repeat(5_000_000)}{}]}`
    for (const path of ['/openrouter', '/models-dev', '/genai-prices']) sources.play(path, flood)
    expect(await invoke()).toEqual({ outcome: 'unreached', models: GOODS.length, changes: 0 })
    expect(await body()).toBe(published)
    sell(GOODS)
    expect(await invoke()).toMatchObject({ outcome: 'unchanged' })
  })

  it('does not start without the name of its bucket, and says so', async () => {
    const { invoke, logged } = start({ POINTSMAN_INDEX_BUCKET: '' })
    expect(await invoke()).toBe('failed')
    expect(JSON.stringify(logged())).toContain('POINTSMAN_INDEX_BUCKET')
  })
})
