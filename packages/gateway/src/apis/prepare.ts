// Makes the embedded providers ready at start: their tables, their sample data, their scheduled work.
import type { Log, ProviderKit } from '#define'
import { migrationList, type Store } from '#store'
import type { LoadedApi } from './load.ts'

/** Runs the migrations and seeds of every API folder. */
export async function prepareProviders(loaded: readonly LoadedApi[], store: Store, kit: ProviderKit): Promise<void> {
  for (const { api, provider } of loaded) {
    if (!provider) continue
    const migrations = migrationList(provider.migrations ?? {})
    if (migrations.length > 0) await store.migrate(api.slug, migrations)
    await provider.seed?.(kit)
  }
}

/** Starts the scheduled work of the providers; returns what stops it. A failure is logged and tried again at the next time. */
export function startJobs(loaded: readonly LoadedApi[], kit: ProviderKit, log: Log): () => void {
  const timers = loaded.flatMap(({ api, provider }) =>
    (provider?.jobs ?? []).map((job) => {
      const run = () =>
        job
          .run(kit)
          .catch((error: unknown) =>
            log.warn('scheduled work failed', { api: api.slug, job: job.name, cause: String(error) }),
          )
      const timer = setInterval(run, job.everyMs)
      timer.unref()
      void run()
      return timer
    }),
  )
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
