// Starts the program once in a folder of its own and ends it, so that what is compiled of it is kept (main.js) and the first start that
// anybody sees is as quick as later ones. It is also smaller: what reads TypeScript takes 25 MB for the whole life of a process.
// Nothing depends on it. Where it fails, the next start compiles for itself.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const longestMs = 60_000
const main = fileURLToPath(new URL('main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-compile-'))

// none of the operator's settings: no database of theirs is touched, and no port of theirs taken
const { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE } = process.env
const given = { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE }
const own = { GATEHOUSE_DATA: folder, GATEHOUSE_PORT: '0', GATEHOUSE_MARKET_PORT: '0' }

// the flags of `npm start`, because what was compiled under others may not be taken
const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))

const program = spawn(process.execPath, [...flags, main], {
  env: { ...given, ...own },
  stdio: ['ignore', 'pipe', 'ignore'],
  timeout: longestMs,
  killSignal: 'SIGKILL',
})
// only an orderly end writes what was compiled
program.stdout.once('data', () => program.kill('SIGTERM'))
program.stdout.resume()
program.once('error', forget)
program.once('exit', forget)

function forget() {
  rmSync(folder, { recursive: true, force: true })
}
