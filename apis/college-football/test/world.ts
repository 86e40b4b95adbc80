// The provider as its tests open it: at noon of a Monday in the season, or when a test says.
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

type Pieces = AsyncIterable<string | Uint8Array>

/** The text of a body that is sent in pieces. */
async function textOf(body: Pieces): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

export async function openWorld(options: WorldOptions<Tables> = {}) {
  const world = await open(api, provider, options)
  return {
    ...world,
    /** A list, also where it is sent in pieces. */
    async rows<Row = Record<string, unknown>>(path: string): Promise<Row[]> {
      const { status, body } = await world.ask<Row[] | Pieces>(path)
      if (status !== 200) throw new Error(`${path} answers ${status} ${JSON.stringify(body)}`)
      if (Array.isArray(body)) return body
      return JSON.parse(await textOf(body))
    },
  }
}
