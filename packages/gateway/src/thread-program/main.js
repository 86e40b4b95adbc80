// The entry point of a thread. Like main.js it is plain JavaScript and enables the compile cache before anything else
// is loaded.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/gatehouse/', import.meta.url)))
const { runThread } = await import('./program.ts')
runThread()
