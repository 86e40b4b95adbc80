// The provider as the tests of this folder open it: at noon of 2 November 2026, when the newest lists are those of 8
// November.
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import { migrations } from '../migrations/list.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export function openWorld(options: WorldOptions<Tables> = {}) {
  return open(api, provider, options)
}

/** The migrations in the form that a store takes. */
export const namedMigrations = Object.entries(migrations).map(([name, { up }]) => ({ name, up }))

export const newest = '2026-11-08'
