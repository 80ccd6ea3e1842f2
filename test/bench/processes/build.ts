import { buildAll } from '../build.ts'

process.send?.(await buildAll(), () => process.exit())
