import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod/mini'

/** By the specification a token begins so; what follows must fit a header. */
export const TOKEN_FORM = /^svc_live_[0-9A-Za-z._~-]{16,500}$/

/** A token and what is known of it. It belongs to one base address and is never sent to another. */
export const Credential = z.object({
  baseUrl: z.string(),
  token: z.string().check(z.regex(TOKEN_FORM)),
  workspace: z.optional(z.string()),
  expiresAt: z.optional(z.iso.datetime()),
})
export type Credential = z.infer<typeof Credential>

type Place = {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

const configFolder = ({ platform, environment, home }: Place): string => {
  if (platform === 'win32') return environment.APPDATA || join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  const { XDG_CONFIG_HOME: xdg = '' } = environment
  // By the XDG specification a relative path is to be ignored.
  return isAbsolute(xdg) ? xdg : join(home, '.config')
}

/** Where the operating system keeps what programs remember for a person. */
export const credentialsFolder = (place: Place): string => join(configFolder(place), 'pointsman', 'credentials')

/** One file for each address: two sign-ins at once, or a broken file, concern no other address. */
export const credentialFile = (folder: string, baseUrl: string): string =>
  join(folder, `${encodeURIComponent(baseUrl)}.json`)

export type Found =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly reason: 'none' }
  | { readonly ok: false; readonly reason: 'unreadable'; readonly file: string }

export type Kept = { readonly ok: true } | { readonly ok: false; readonly fault: string }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)

const read = async (file: string, baseUrl: string): Promise<Found> => {
  try {
    const credential = z.parse(Credential, JSON.parse(await readFile(file, 'utf8')))
    return credential.baseUrl === baseUrl ? { ok: true, credential } : { ok: false, reason: 'unreadable', file }
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { ok: false, reason: 'none' }
      : { ok: false, reason: 'unreadable', file }
  }
}

/** A new file that nobody else may read, moved into its place when it is complete. */
const write = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

const attempt = async (folder: string, act: () => Promise<void>): Promise<Kept> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    await act()
    return { ok: true }
  } catch (error) {
    return { ok: false, fault: `The folder ${folder} cannot be written (${codeOf(error)}).` }
  }
}

/** The credentials of a person, by base address. */
export const credentialStore = (folder: string) => ({
  find: (baseUrl: string): Promise<Found> => read(credentialFile(folder, baseUrl), baseUrl),
  save: (credential: Credential): Promise<Kept> =>
    attempt(folder, () =>
      write(credentialFile(folder, credential.baseUrl), `${JSON.stringify(credential, null, 2)}\n`),
    ),
  /** Asked before a person approves anything, so that no token is made that could not be kept. */
  isWritable: (): Promise<Kept> =>
    attempt(folder, async () => {
      const probe = join(folder, `probe.${randomUUID()}`)
      await write(probe, '')
      await rm(probe)
    }),
  remove: async (baseUrl: string): Promise<Kept> => {
    try {
      await rm(credentialFile(folder, baseUrl), { force: true })
      return { ok: true }
    } catch (error) {
      return { ok: false, fault: `The token in ${folder} cannot be removed (${codeOf(error)}).` }
    }
  },
})
