import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ASSETS = join(import.meta.dirname, '..', '..', '..', 'functions', 'site', 'assets')

/** The pages' own look, from where the service itself has it. */
const FILES: ReadonlyMap<string, readonly [file: string, mediaType: string]> = new Map([
  ['/style.css', [join(ASSETS, 'style.css'), 'text/css; charset=utf-8']],
  ['/icon.svg', [join(ASSETS, 'icon.svg'), 'image/svg+xml']],
  ['/sign-in.css', [join(import.meta.dirname, 'sign-in.css'), 'text/css; charset=utf-8']],
])

export const assetOf = (path: string): { readonly mediaType: string; readonly content: string } | undefined => {
  const [file, mediaType] = FILES.get(path) ?? []
  return file === undefined || mediaType === undefined ? undefined : { mediaType, content: readFileSync(file, 'utf8') }
}
