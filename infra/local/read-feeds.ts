import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArtificialAnalysisApi } from '../../shared/models/feeds/artificial-analysis-api.ts'
import { parseArtificialAnalysisPage } from '../../shared/models/feeds/artificial-analysis-page.ts'
import { parseArtificialAnalysisSpeed } from '../../shared/models/feeds/artificial-analysis-speed.ts'
import type { Extract } from '../../shared/models/feeds/extract.ts'
import { parseGenaiPrices } from '../../shared/models/feeds/genai-prices.ts'
import { parseLiteLlm } from '../../shared/models/feeds/litellm.ts'
import { parseMakers } from '../../shared/models/feeds/makers.ts'
import { parseModelsDev } from '../../shared/models/feeds/models-dev.ts'
import { parseOpenRouter } from '../../shared/models/feeds/openrouter.ts'
import { parseOpenRouterCatalog } from '../../shared/models/feeds/openrouter-catalog.ts'
import type { Dating, Parsed } from '../../shared/models/feeds/rows.ts'

/** `asOf`: midnight of the day in the file's name, or of the newest such day where the name has none. */
type File = { readonly text: string; readonly asOf: string; readonly dating: Dating }
type Parse = (file: File) => Parsed<Extract>

/** Two formats share one name pattern; the first words say which. */
const parseArtificialAnalysis: Parse = ({ text, asOf }) =>
  text.slice(0, 200).includes('/api/v2/')
    ? parseArtificialAnalysisApi(text, asOf)
    : parseArtificialAnalysisPage(text, asOf)

const FEEDS: readonly { readonly folder: string; readonly name: RegExp; readonly parse: Parse }[] = [
  { folder: 'openrouter', name: /^models-.*\.json$/, parse: ({ text, asOf }) => parseOpenRouter(text, asOf) },
  { folder: 'openrouter', name: /^catalog-.*\.json$/, parse: ({ text, asOf }) => parseOpenRouterCatalog(text, asOf) },
  { folder: 'artificial-analysis', name: /^llms-.*\.json$/, parse: parseArtificialAnalysis },
  {
    folder: 'artificial-analysis',
    name: /^speed-.*\.csv$/,
    parse: ({ text, asOf }) => parseArtificialAnalysisSpeed(text, asOf),
  },
  { folder: 'models-dev', name: /^providers.*\.json$/, parse: ({ text, dating }) => parseModelsDev(text, dating) },
  { folder: 'litellm', name: /\.json$/, parse: ({ text, asOf }) => parseLiteLlm(text, asOf) },
  { folder: 'genai-prices', name: /\.json$/, parse: ({ text, dating }) => parseGenaiPrices(text, dating) },
  { folder: '.', name: /^providers\.json$/, parse: ({ text, asOf }) => parseMakers(text, asOf) },
]

const dayOf = (path: string): string | undefined => /20\d\d-\d\d-\d\d/.exec(path)?.[0]

const filesOf = (directory: string) =>
  FEEDS.flatMap(({ folder, name, parse }) =>
    readdirSync(join(directory, folder))
      .filter((file) => name.test(file))
      .toSorted()
      .map((file) => ({ path: join(folder, file), parse })),
  )

const unreadable = (path: string, reason: string): never => {
  throw new Error(`${path} cannot be read as the feed it should be: ${reason}`)
}

/** Every feed under `directory`, laid out one folder a source, the day of each in its file name. */
export const readFeeds = (directory: string): readonly Extract[] => {
  const files = filesOf(directory)
  const latest = files
    .flatMap(({ path }) => dayOf(path) ?? [])
    .toSorted()
    .at(-1)
  if (latest === undefined) throw new Error(`${directory} holds no feed with a day in its name`)
  return files.map(({ path, parse }) => {
    const day = dayOf(path)
    const asOf = `${day ?? latest}T00:00:00Z`
    const text = readFileSync(join(directory, path), 'utf8')
    const parsed = parse({ text, asOf, dating: day === undefined ? { latest } : { asOf } })
    return parsed.ok ? parsed.extract : unreadable(path, parsed.reason)
  })
}
