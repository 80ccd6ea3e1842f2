import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { refreshLocally, reportOf } from '../../../infra/local/refresh.ts'
import { startService } from '../../../infra/local/service.ts'
import { shippedIndex } from '../../../shared/models/shipped.ts'
import { feedsOf } from '../../support/market.ts'
import { playSources } from '../../support/sources.ts'
import { synthesisFolder } from '../../support/synthesis.ts'
import { temporaryFolder } from './deployment.ts'

const nowhere = 'http://127.0.0.1:9/nothing'
const OFFLINE = {
  POINTSMAN_OPENROUTER_URL: nowhere,
  POINTSMAN_MODELS_DEV_URL: nowhere,
  POINTSMAN_GENAI_PRICES_URL: nowhere,
}

const running = async () => {
  const dataFolder = temporaryFolder()
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    dataFolder,
    templateFolder: synthesisFolder(),
    indexFile: join('functions', 'routing', 'default-index.json'),
    log: () => undefined,
  })
  onTestFinished(async () => {
    await service.stop()
    rmSync(dataFolder, { recursive: true })
  })
  return { url: service.url, environment: { POINTSMAN_DATA: dataFolder } }
}

describe('The refresh on this machine', () => {
  it('names the sources that it cannot reach and leaves the running service’s index as it is', async () => {
    const { url, environment } = await running()
    const models = async () => (await fetch(`${url}/api/models`)).text()
    const before = await models()
    const result = await refreshLocally({
      environment: { ...environment, ...OFFLINE },
      accepted: [],
      log: () => undefined,
    })
    expect(result.outcome).toBe('unreached')
    expect(reportOf(result)).toBe(
      [
        '  openrouter: could not be read (ECONNREFUSED)',
        '  models-dev: could not be read (ECONNREFUSED)',
        '  genai-prices: could not be read (ECONNREFUSED)',
        `No source could be reached; the last good index stands. ${shippedIndex('functions/routing').models.length} models, 0 changes.`,
      ].join('\n'),
    )
    expect(await models()).toBe(before)
  })

  it('works on the bucket of the running service, and the guard holds there too', async () => {
    const { environment } = await running()
    const sources = await playSources(feedsOf())
    onTestFinished(() => sources.close())
    const logged: Record<string, unknown>[] = []
    const result = await refreshLocally({
      environment: { ...environment, ...sources.environment },
      accepted: [],
      log: (entry) => logged.push(entry),
    })
    expect(result.outcome).toBe('refused')
    expect(result.refusals.map(({ reason }) => reason)).toEqual(['malformed'])
    expect(reportOf(result)).not.toContain('--accept')
    const refusals = [{ reason: 'models-gone', detail: 'gone', models: [] }] as const
    expect(reportOf({ ...result, refusals })).toContain('npm run refresh -- --accept models-gone')
    expect(logged.map(({ event }) => event)).toEqual(['refresh-refused', 'refresh'])
  })
})
