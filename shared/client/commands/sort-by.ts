/** By what the table of models can be sorted. */
export const SORTS = ['intelligence', 'coding', 'reasoning', 'price', 'speed', 'latency', 'value', 'context'] as const
export type SortBy = (typeof SORTS)[number]
