// The entry point. Enables the compile cache, which halves the time to the first call, then runs the program. The
// import is dynamic because a static one would be compiled before the cache is enabled. The file is plain JavaScript
// because stripping the types of a single uncached file costs 25 MB of memory for the life of the process.
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { installAndStart, isInstalled } from './install-first.js'
import './thread-heaps.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

if (isInstalled(root)) {
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/gatehouse/', import.meta.url)))
  const { run } = await import('./program.ts')
  run()
} else installAndStart(root)
