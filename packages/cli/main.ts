// The entry point of the command line. Started by gatehouse.js.
import { processIo } from './io.ts'
import { run } from './program.ts'

process.exitCode = await run(process.argv.slice(2), processIo())
