// Opens one embedded provider on the first call that needs it, and closes it at shutdown.
import type { Call, CalledTasks, ProviderKit } from '#define'
import type { OpenedProvider, Provider, Tasks } from '#define/reflect'

/** A provider assigned to this thread or to others. */
export interface PlacedProvider extends Provider {
  /** Runs a job on another thread, without opening the provider here; undefined if jobs run with the provider. */
  readonly runJob?: ((name: string) => Promise<void>) | undefined
}

export interface ProviderHost {
  readonly provider: Provider
  /** Runs a declared job to completion. */
  runJob(name: string): Promise<void>
  /** Runs the provider's own preparation at startup. */
  seed(): Promise<void>
  /**
   * The open provider, or undefined. Read it before calling `open`, because a promise costs more than most embedded
   * responses.
   */
  readonly opened: OpenedProvider | undefined
  /** Opens the provider once for all waiting callers. After a failure the next call tries again. */
  open(): OpenedProvider | Promise<OpenedProvider>
  /** Closes the provider if it was opened. */
  close(): Promise<void>
}

const noTasks = {}

/** Opens a provider whose tasks run on this thread. */
async function openWithTasks(provider: Provider, tasks: NonNullable<Provider['tasks']>, kit: ProviderKit) {
  return provider.open(kit, callableTasks(await tasks(kit)))
}

/** Returns the tasks passed to `open`, for a provider that is opened on the same thread. */
export function callableTasks(tasks: Tasks): CalledTasks<Tasks> {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, async (input: never, call: Call) => task(input, call)]),
  )
}

/** Creates the host without opening anything. Throws if the opened provider lacks something it declares. */
export function createProviderHost(provider: PlacedProvider, kit: () => ProviderKit): ProviderHost {
  let opened: OpenedProvider | undefined
  let opening: Promise<OpenedProvider> | undefined

  const keep = (result: OpenedProvider): OpenedProvider => {
    refuseMissing(provider, result)
    opened = result
    return result
  }
  const open = (): OpenedProvider | Promise<OpenedProvider> => {
    if (opened) return opened
    if (opening) return opening
    const { tasks } = provider
    const result = tasks ? openWithTasks(provider, tasks, kit()) : provider.open(kit(), noTasks)
    if (!(result instanceof Promise)) return keep(result)
    opening = result.then(keep).finally(() => {
      opening = undefined
    })
    return opening
  }
  return {
    provider,
    seed: () => provider.seed(kit()),
    get opened() {
      return opened
    },
    open,
    async runJob(name) {
      if (!provider.runJob || provider.jobs[name]?.makesCalls) return void (await (await open()).jobs?.[name]?.())
      await provider.runJob(name)
      opened?.refresh?.()
    },
    async close() {
      // a provider that failed to open has nothing to close
      await opening?.catch(() => undefined)
      await opened?.close?.()
    },
  }
}

/** Refuses a provider that lacks a declared job or import, at its first call rather than at its first job or import. */
function refuseMissing(provider: Provider, opened: OpenedProvider): void {
  const missing = Object.keys(provider.jobs).filter((name) => !opened.jobs?.[name])
  if (missing.length > 0) throw new Error(`declared jobs that open() did not return: ${missing.join(', ')}`)
  if ((provider.importFormats === undefined) !== (opened.importFile === undefined))
    throw new Error('importFormats and importFile belong together')
  if (provider.spends !== (opened.spending !== undefined)) throw new Error('spends and spending belong together')
}
