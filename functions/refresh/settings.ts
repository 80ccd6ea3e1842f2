import { type Environment, setting } from '../../shared/config.ts'

export type Addresses = {
  readonly openRouter: string
  readonly modelsDev: string
  readonly genaiPrices: string
  readonly artificialAnalysis: string
}

export type Settings = {
  readonly bucket: string
  readonly addresses: Addresses
  /** Of the secret that holds the operator's key to Artificial Analysis; without one that source is off. */
  readonly keySecret: string | undefined
  readonly baseUrl: string | undefined
}

const given = (environment: Environment, name: string): string | undefined => environment[name] || undefined

const address = (environment: Environment, name: string, usual: string): string => {
  const value = given(environment, name) ?? usual
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`The environment variable ${name} is no address`)
  return value
}

export const addressesOf = (environment: Environment): Addresses => ({
  openRouter: address(environment, 'POINTSMAN_OPENROUTER_URL', 'https://openrouter.ai/api/v1/models'),
  modelsDev: address(environment, 'POINTSMAN_MODELS_DEV_URL', 'https://models.dev/api.json'),
  genaiPrices: address(
    environment,
    'POINTSMAN_GENAI_PRICES_URL',
    'https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/new_data/v2/data.json',
  ),
  artificialAnalysis: address(
    environment,
    'POINTSMAN_ARTIFICIAL_ANALYSIS_URL',
    'https://artificialanalysis.ai/api/v2/data/llms/models',
  ),
})

export const settingsOf = (environment: Environment): Settings => ({
  bucket: setting(environment, 'POINTSMAN_INDEX_BUCKET'),
  addresses: addressesOf(environment),
  keySecret: given(environment, 'POINTSMAN_ARTIFICIAL_ANALYSIS_SECRET'),
  baseUrl: given(environment, 'POINTSMAN_BASE_URL'),
})
