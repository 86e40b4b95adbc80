// The entry: keeps what is compiled of the program for the next start, which halves the time to the first call, then runs it. It must not
// import the program itself, or that would be compiled before there is a place to keep it; and it is plain JavaScript, because reading
// one file of TypeScript that is not kept yet takes 25 MB of memory for the whole life of the process.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/gatehouse/', import.meta.url)))
const { run } = await import('./program.ts')
run()
