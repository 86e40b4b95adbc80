// The provider as the tests of this folder open it: at noon of 2 November 2026, when the newest lists are those of 8
// November.
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import { migrations } from '../migrations/list.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld(options: WorldOptions<Tables> = {}) {
  const world = await open(api, provider, options)
  return {
    ...world,
    /** Asks as in any world; JSON that is sent in bytes is read. */
    async ask<Body = object>(...call: Parameters<typeof world.ask>) {
      const answer = await world.ask<Body>(...call)
      const isJson = answer.headers['content-type']?.startsWith('application/json')
      return isJson
        ? { ...answer, body: JSON.parse(await textOf(answer.body as AsyncIterable<Buffer>)) as Body }
        : answer
    },
  }
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk.toString()
  return text
}

/** The migrations in the form that a store takes. */
export const namedMigrations = Object.entries(migrations).map(([name, { up }]) => ({ name, up }))

export const newest = '2026-11-08'
