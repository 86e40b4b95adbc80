// How the tests of this folder call the provider.
import { emptyKit, openWorld as openSharedWorld } from '#provider/test'
import api from '../api.ts'
import type { WordItem } from '../provider/search/describe.ts'
import provider from '../provider.ts'
import { lexiconFolder } from './lexicon-folder.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly items: readonly WordItem[]
  /** The provider's time in milliseconds. */
  readonly ms: number
}
interface World {
  readonly logged: readonly string[]
  /** A call such as `/words?ml=sea`; the answer is checked against the declaration. */
  ask(path: string): Promise<Answer>
  /** The words of an answer. */
  words(path: string): Promise<string[]>
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
