// The provider as its tests open it: with seeded draws.
import { createSeededRandom, openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type Json = Readonly<Record<string, unknown>>
export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld({ kit, ...options }: WorldOptions<Tables> = {}) {
  const world = await open(api, provider, { ...options, kit: { random: createSeededRandom(7), ...kit } })
  return {
    ...world,
    /** The result of a call that must succeed. */
    async result<T = Json>(path: string, call: Parameters<typeof world.ask>[1] = {}): Promise<T> {
      const { status, body } = await world.ask<{ result: T; code: number }>(withKey(path), call)
      if (status !== 200 || body.code !== 2000) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
      return body.result
    },
    /** Status and code of a call. */
    async codeOf(path: string, call: Parameters<typeof world.ask>[1] = {}): Promise<[status: number, code: number]> {
      const { status, body } = await world.ask<{ code: number }>(withKey(path), call)
      return [status, body.code]
    },
  }
}

/** Four endpoints declare the key as required; here the account's own key answers for it. */
function withKey(path: string): string {
  return path.includes('api_key=') ? path : `${path}${path.includes('?') ? '&' : '?'}api_key=ak_example`
}
