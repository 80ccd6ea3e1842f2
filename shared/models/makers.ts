import type { Maker } from './feeds/extract.ts'

const plain = (label: string): string => label.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether a feed's name for a maker means this one. */
export const isCalled = (maker: Maker, label: string): boolean =>
  [maker.id, maker.name, ...maker.prefixes, ...maker.aliases].some((known) => plain(known) === plain(label))

/** Under its own name rather than an alias: some makers run a second service, at other prices, for one country. */
export const isProper = (maker: Maker, label: string): boolean =>
  [maker.id, ...maker.prefixes].some((known) => plain(known) === plain(label))

/**
 * The maker by the first part of an OpenRouter id. One that the table does not know yet still has a name, and a domain
 * at which the model can be found; its region stays unknown.
 */
export const makerOf = (makers: readonly Maker[], modelId: string): Maker => {
  const prefix = modelId.split('/')[0] ?? modelId
  const known = makers.find(({ prefixes }) => prefixes.includes(prefix))
  return known ?? { id: prefix, name: prefix, prefixes: [prefix], aliases: [], domain: null, region: null }
}
