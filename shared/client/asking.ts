import type { ClientOptions } from './call.ts'
import type { Surroundings } from './surroundings.ts'

/** What every command is given beside its own flags. */
export type Asking = { readonly around: Surroundings; readonly options: ClientOptions }
