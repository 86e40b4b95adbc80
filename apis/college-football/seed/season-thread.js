// The entry point of the thread that simulates seasons. Plain JavaScript that enables the compile cache before anything
// else is loaded, because stripping types costs 17 MB.
import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache)
const { keepFinishedSeasons } = await import('./league.ts')
await keepFinishedSeasons(workerData)
