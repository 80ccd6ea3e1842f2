import { mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../../infra/local/service.ts'
import { INDEX_FILE } from '../paths.ts'
import { ready, setting } from './serving.ts'

const nowhere = openSync('/dev/null', 'w')

const service = await startService({
  host: '127.0.0.1',
  port: 0,
  dataFolder: mkdtempSync(join(tmpdir(), 'pointsman-bench-')),
  templateFolder: setting.templateFolder,
  indexFile: INDEX_FILE,
  log: (lines) => void writeSync(nowhere, lines),
})
ready(service.url)
