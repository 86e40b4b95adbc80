// The worker thread that makes the lexicon: hands the bytes of its file to the thread that started it, and ends.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { buildTables } from '../building/build.ts'
import { encodeTables } from './file.ts'
import { findSources } from './sources.ts'

const file = encodeTables(buildTables(findSources()))
collectGarbage()
parentPort?.postMessage(file, [file.buffer])

/**
 * The heap of a thread that ends full stays with the process, some hundred megabytes here; pages that were collected before do not.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}
