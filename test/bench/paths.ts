import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')
export const INDEX_FILE = join(ROOT, 'functions', 'routing', 'default-index.json')
/** What the last run measured. */
export const RESULTS_FILE = join(ROOT, 'test', 'bench', 'bench.json')
