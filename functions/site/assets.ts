import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SCRIPT = 'text/javascript; charset=utf-8'

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['style.css', 'text/css; charset=utf-8'],
  ['approval.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
  ['settings.js', SCRIPT],
  ['tokens-api.js', SCRIPT],
  ['token-form.js', SCRIPT],
  ['token-row.js', SCRIPT],
  ['revoke-dialog.js', SCRIPT],
  ['copy.js', SCRIPT],
  ['docs.js', SCRIPT],
  ['when.js', SCRIPT],
])

export type Asset = { readonly mediaType: string; readonly content: string }

/** Reads the pages' own files, which lie beside the bundle; a name that is not one of them is undefined. */
export const assetReader = (folder: string) => {
  const read = new Map<string, Asset>()
  return (name: string): Asset | undefined => {
    const mediaType = MEDIA_TYPES.get(name)
    if (mediaType === undefined) return undefined
    const asset = read.get(name) ?? { mediaType, content: readFileSync(join(folder, 'assets', name), 'utf8') }
    read.set(name, asset)
    return asset
  }
}
