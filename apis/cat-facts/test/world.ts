// The provider as the tests of this folder open it.
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** A new world with nothing imported. */
export function openWorld(options?: WorldOptions<Tables>) {
  return open(api, provider, options)
}
