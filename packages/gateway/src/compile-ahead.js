// Starts the program once in a temporary folder and ends it, then loads the code of embedded providers. Both fill the
// compile cache (main.js), so that the first start and the first calls of an installation are as fast as later ones.
// They also need less memory: stripping types costs 25 MB for the life of a process. Nothing depends on this; if it
// fails, the next start compiles for itself.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const timeoutMs = 60_000
const main = fileURLToPath(new URL('main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-compile-'))

// none of the operator's settings, so that their database and ports are not touched
const { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE } = process.env
const inherited = { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE }
const own = { GATEHOUSE_DATA: folder, GATEHOUSE_PORT: '0', GATEHOUSE_MARKET_PORT: '0' }

// with the flags of `npm start`: what is compiled under other flags may not be reused
const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))

const program = spawn(process.execPath, [...flags, main], {
  env: { ...inherited, ...own },
  stdio: ['ignore', 'pipe', 'ignore'],
  timeout: timeoutMs,
  killSignal: 'SIGKILL',
})
// the cache is written only at an orderly exit
program.stdout.once('data', () => program.kill('SIGTERM'))
program.stdout.resume()
program.once('error', forget)
program.once('exit', forget)

function forget() {
  rmSync(folder, { recursive: true, force: true })
  const providers = fileURLToPath(new URL('compile-providers.js', import.meta.url))
  spawn(process.execPath, [...flags, providers], { env: inherited, stdio: 'ignore', timeout: timeoutMs })
}
