// What one area of the provider hands in: its handlers, and the migrations, seed and jobs that belong to them.
import type { Handlers, ProviderFacts } from '#define'
import type { endpoints } from '../endpoints.ts'
import type { Tables } from '../tables.ts'

/** Handlers of some of the endpoints. */
export type AreaHandlers<K extends keyof typeof endpoints> = Pick<Handlers<typeof endpoints, Tables>, K>
/** Migrations (names sort in the order they run), a seed that is safe to run at every start, and jobs. */
export type AreaFacts = ProviderFacts<Tables>
