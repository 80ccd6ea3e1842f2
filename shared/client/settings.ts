import { readAddress } from './address.ts'

/** Where `npm start` answers. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:3000'

/** What every command understands. */
export type Flags = { readonly json?: boolean; readonly baseUrl?: string }

/** The base address by the option, else by the environment (empty counts as absent), else that of `npm start`. */
export const baseUrlOf = ({ baseUrl }: Flags, environment: Readonly<Record<string, string | undefined>>) =>
  readAddress(baseUrl ?? (environment.POINTSMAN_BASE_URL || DEFAULT_BASE_URL))

/** The page on which a person revokes tokens. */
export const settingsPage = (baseUrl: string): string => `${baseUrl}/settings/api-tokens`
