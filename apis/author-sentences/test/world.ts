// The provider as the tests of this folder open it.
import { createSeededRandom, openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** A new world with nothing imported, whose draws are the same on every run. */
export async function openWorld(options: WorldOptions<Tables> = {}) {
  const world = await open(api, provider, { kit: { random: createSeededRandom(1) }, ...options })
  return {
    ...world,
    importFile: (name: string, content: Buffer | string, pieceBytes = 7) =>
      world.importFile(content, { name, pieceBytes }),
  }
}
