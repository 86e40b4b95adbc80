// A lexicon that is built once for all tests: it is stored in the folder for temporary files, under a name that changes
// with the code that builds it.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds the lexicon of this code, at the latest after the first call. */
export function lexiconFolder(): string {
  const here = fileURLToPath(new URL('../provider', import.meta.url))
  const hash = createHash('sha256')
  for (const name of globSync('**/*.{ts,txt}', { cwd: here }).sort()) hash.update(readFileSync(join(here, name)))
  const folder = join(tmpdir(), `${folderStart}${hash.digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeOld(folder)
  return folder
}

const folderStart = 'gatehouse-word-finding-'
const oldMs = 24 * 3600 * 1000

/** Removes lexicons of earlier code after a day. */
function removeOld(current: string): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(folderStart) || folder === current) continue
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > oldMs) rmSync(folder, { recursive: true, force: true })
  }
}
