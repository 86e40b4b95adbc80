// Prepares the embedded providers at start (tables and sample data) and closes them at shutdown (last writes).
import type { Log } from '#define'
import { withTimeout } from '#provider'
import { migrationList, type Store } from '#store'
import type { Providers } from './providers.ts'

/** Runs the migrations and seeds of every provider. */
export async function prepareProviders(providers: Providers, store: Store): Promise<void> {
  for (const [slug, host] of providers.hosts) {
    const migrations = migrationList(host.provider.migrations)
    if (migrations.length > 0) await store.migrate(slug, migrations)
    await host.seed()
  }
}

/** Timeouts of providers' last writes, and of the threads' end after them. Both fit into the 4 s of a stop. */
const lastWritesMs = 2000
const threadsEndMs = 1000

/** Closes the opened providers; one that fails or takes too long is logged. */
export async function closeProviders(providers: Providers, log: Log): Promise<void> {
  const closing = [...providers.hosts].map(async ([slug, host]) => {
    try {
      await withTimeout(host.close(), lastWritesMs, () => new Error(`not within ${lastWritesMs} ms`))
    } catch (error) {
      log.error('a provider could not be closed', { api: slug, cause: String(error) })
    }
  })
  await Promise.all(closing)
  await providers.closeThreads(threadsEndMs)
}
