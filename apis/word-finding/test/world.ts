// How the tests of this folder call the provider, and a lexicon that is built once for all of them: it is stored in the
// folder for temporary files, under a name that changes with the code that builds it.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { emptyKit, openWorld as openSharedWorld } from '#provider/test'
import api from '../api.ts'
import type { WordItem } from '../provider/search/describe.ts'
import provider from '../provider.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly items: readonly WordItem[]
  /** The provider's time in milliseconds. */
  readonly ms: number
}
export interface World {
  readonly logged: readonly string[]
  /** A call such as `/words?ml=sea`; the answer is checked against the declaration. */
  ask(path: string): Promise<Answer>
  /** The words of an answer. */
  words(path: string): Promise<string[]>
}

/** The folder that holds the lexicon of this code, at the latest after the first call. */
export function lexiconFolder(): string {
  const here = fileURLToPath(new URL('../provider', import.meta.url))
  const hash = createHash('sha256')
  for (const name of globSync('**/*.ts', { cwd: here }).sort()) hash.update(readFileSync(join(here, name)))
  const folder = join(tmpdir(), `${folderStart}${hash.digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true })
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

/** The provider uses neither database, clock nor network: the kit of this world refuses them. */
export function openWorld(cacheFolder = lexiconFolder()): World {
  const { db, now, today } = emptyKit
  const opening = openSharedWorld(api, provider, { kit: { db, now, today, cacheFolder } })
  const logged: string[] = []
  async function ask(path: string): Promise<Answer> {
    const world = await opening
    const startedMs = performance.now()
    const { status, headers, body } = await world.ask<WordItem[]>(path)
    const ms = performance.now() - startedMs
    logged.splice(0, logged.length, ...world.logged)
    return { status, headers, items: body, ms }
  }
  return { logged, ask, words: async (path) => (await ask(path)).items.map(({ word }) => word) }
}
