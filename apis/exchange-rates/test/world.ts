// The provider as the tests of this folder open it: an empty store, and a central bank that answers as a test decides.
import { readFileSync } from 'node:fs'
import type { Fetched } from '#define/outbound'
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** An empty store at noon (UTC) of 6 November 2024; `seed` fills it with the sample. */
export async function openWorld(options: WorldOptions<Tables> = {}) {
  const fetched: string[] = []
  let answer: ((url: string) => Fetched) | undefined
  const fetch = async (url: string) => {
    fetched.push(url)
    if (!answer) throw new Error('no network')
    return answer(url)
  }
  const unseeded = { ...provider, seed: () => Promise.resolve() }
  const world = await open(api, unseeded, { now: '2024-11-06T12:00:00Z', kit: { fetch }, ...options })
  return {
    ...world,
    seed: () => provider.seed(world.kit),
    /** Addresses of the files that were fetched. */
    fetched,
    /** Sets the answer to fetches from now on; until then none succeeds. */
    setFetch(next: (url: string) => Fetched) {
      answer = next
    },
  }
}

/** A file of `fixtures/`, in the form of one of the central bank's. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
}
