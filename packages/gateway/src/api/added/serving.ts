// Serves the added APIs of the database: all of them at start, and one again after each invalidation of kind 'api'.
import { createAddedApisRepository, type Store } from '#store'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Providers } from '../../embedded/providers.ts'
import type { Log } from '../../process/log.ts'
import { loadedOf } from './loaded-of.ts'
import { readOptions } from './options.ts'

export interface ServingDeps {
  readonly store: Store
  readonly invalidations: Invalidations
  readonly served: ServedApis
  readonly providers: Pick<Providers, 'add' | 'remove'>
  readonly clock: () => number
  readonly log: Log
}
interface Serving {
  /** Serves all added APIs, and ends interrupted removals. One that cannot be served is logged and left out. */
  begin(): Promise<void>
  /** Stops serving an API in every process and forgets what accounts have stored under its slug, which is free then. */
  end(slug: string): Promise<void>
  /** Removes the provider keys and settings of all accounts under a slug, in every process. */
  forgetAccounts(slug: string): Promise<void>
}

/** The age at which a removal counts as interrupted. */
const interruptedMs = 60_000

/** Creates the set, which follows what other processes add, change and remove. */
export function createServing({ store, invalidations, served, providers, clock, log }: ServingDeps): Serving {
  const rows = createAddedApisRepository(store.db)
  let reloaded: Promise<void> = Promise.resolve()

  function stop(slug: string): void {
    // a built-in API is never stopped, whatever the database says
    if (served.isBuiltIn(slug)) return
    served.remove(slug)
    providers.remove(slug)
  }
  async function serve(slug: string): Promise<void> {
    const [info, packed] = [await rows.get(slug), await rows.description(slug)]
    if (!info || !packed) return stop(slug)
    try {
      if (served.isBuiltIn(slug)) throw new Error('its slug belongs to a built-in API')
      const loaded = await loadedOf({ slug, packed, options: readOptions(info.options) })
      providers.add(loaded.api, loaded.provider)
      served.put(loaded)
    } catch (cause) {
      stop(slug)
      log.error('an added API cannot be served', { api: slug, cause: String(cause) })
    }
  }
  /** Serves what the database has under a slug: one after the other, so that the last to read is the last to serve. */
  const reload = (slug: string): Promise<void> => {
    const next = reloaded.then(() => serve(slug))
    reloaded = next.catch(() => undefined)
    return next
  }
  invalidations.on('api', reload)

  async function forgetAccounts(slug: string): Promise<void> {
    await rows.forgetAccounts(slug)
    await invalidations.publish('vault', `*/${slug}`)
    await invalidations.publish('listing', `*/${slug}`)
  }
  async function end(slug: string): Promise<void> {
    await invalidations.publish('api', slug)
    await forgetAccounts(slug)
    await rows.remove(slug)
  }
  return {
    async begin() {
      for (const { slug } of await rows.list()) await reload(slug)
      for (const slug of await rows.beingRemoved(clock() - interruptedMs)) await end(slug)
    },
    end,
    forgetAccounts,
  }
}
