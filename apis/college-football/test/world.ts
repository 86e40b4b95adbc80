// The provider as its tests open it: at noon of a Monday in the season, or when a test says.
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld(options: WorldOptions<unknown> = {}) {
  const world = await open(api, provider, options)
  return {
    ...world,
    /** A list, also where it is sent in pieces. */
    async rows<Row = Record<string, unknown>>(path: string): Promise<Row[]> {
      const { status, body } = await world.ask<Row[] | AsyncIterable<string>>(path)
      if (status !== 200) throw new Error(`${path} answers ${status} ${JSON.stringify(body)}`)
      if (Array.isArray(body)) return body
      let text = ''
      for await (const piece of body) text += piece
      return JSON.parse(text)
    },
  }
}
