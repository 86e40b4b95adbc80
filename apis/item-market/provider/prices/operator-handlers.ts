// The handlers of the operator's price endpoints.
import { type Handlers, type ProviderKit, reply } from '#define'
import type { operatorEndpoints } from '../../operator.ts'
import type { Tables } from '../../tables.ts'
import { itemByItem, secretNotTaken, unknownSource } from '../errors.ts'
import { isoTime } from '../iso-time.ts'
import { allSources, sourceByKey, sourceInfoByKey } from './connectors/sources.ts'
import { FeedError } from './feeds/feed-error.ts'
import { settingsOf } from './feeds/settings.ts'
import type { Source, SourceInfo } from './feeds/source.ts'
import type { Ingest, Progress } from './ingest/ingest.ts'
import { type SourceState, sourceStates } from './ingest/source-state.ts'
import type { LatestPricesStore } from './store/latest-prices.ts'
import { setEnabled } from './store/reading-store.ts'

interface OperatorDeps {
  readonly kit: ProviderKit<Tables>
  readonly latestPrices: LatestPricesStore
  readonly ingest: Ingest
}
type PriceOperatorHandlers = Pick<
  Handlers<typeof operatorEndpoints>,
  'sources' | 'changeSource' | 'storeSecret' | 'forgetSecret' | 'ingest'
>

export function createPriceOperatorHandlers({ kit, latestPrices, ingest }: OperatorDeps): PriceOperatorHandlers {
  const { secrets } = kit

  async function stateOf(key: string) {
    const state = sourceStates(await latestPrices.refresh()).find(({ source }) => source.key === key)
    if (!state) throw unknownSource(knownKeys)
    return stateView(kit, state, await secrets.names())
  }
  return {
    async sources() {
      const names = await secrets.names()
      const states = sourceStates(await latestPrices.read())
      return { may_call_out: kit.mayCallOut, sources: states.map((state) => stateView(kit, state, names)) }
    },
    async changeSource({ source, body }) {
      const { id, key } = readSourceInfo(source)
      await setEnabled(kit.db, id, body.enabled)
      return stateOf(key)
    },
    async storeSecret({ source, body }) {
      const { key, secret } = readSourceInfo(source)
      if (!secret) throw secretNotTaken()
      await secrets.put(key, body.secret)
      return stateOf(key)
    },
    async forgetSecret({ source }) {
      const { key } = readSourceInfo(source)
      await secrets.remove(key)
      return stateOf(key)
    },
    /** Sends server-sent events, one per step. A disconnect of the operator cancels the reading. */
    async ingest({ source, trusted }, { signal }) {
      const states = sourceStates(await latestPrices.refresh())
      const chosen = source === undefined ? enabledSources(states) : [readSource(source)]
      return reply(progressEvents(ingest, chosen, { trusted, signal }))
    },
  }
}

async function* progressEvents(
  ingest: Ingest,
  chosen: readonly Source[],
  { trusted, signal }: { trusted: boolean; signal: AbortSignal },
): AsyncGenerator<string> {
  for (const source of chosen) {
    const pending: Progress[] = []
    let wake = () => {}
    const running = ingest(source, {
      trusted,
      signal,
      progress: (progress) => {
        pending.push(progress)
        wake()
      },
    })
    let isDone = false
    const done = running.then(
      () => undefined,
      // a failure has been reported as progress; any other error is a bug and ends the response
      (error: unknown) => (error instanceof FeedError ? undefined : error),
    )
    void done.then(() => {
      isDone = true
      wake()
    })
    while (!isDone || pending.length > 0) {
      const next = pending.shift()
      if (next) yield `data: ${JSON.stringify(next)}\n\n`
      else if (!isDone)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (pending.length > 0) resolve()
        })
    }
    const bug = await done
    if (bug !== undefined) throw bug
    if (signal.aborted) return
  }
}

const knownKeys = allSources.map(({ key }) => key)

function readSourceInfo(key: string): SourceInfo {
  const source = sourceInfoByKey(key)
  if (!source) throw unknownSource(knownKeys)
  return source
}

function readSource(key: string): Source {
  const source = sourceByKey(readSourceInfo(key).key)
  if (!source) throw itemByItem()
  return source
}

/** Returns all enabled feeds. */
function enabledSources(states: readonly SourceState[]): Source[] {
  return states.flatMap(({ enabled, source: { key } }) => (enabled ? (sourceByKey(key) ?? []) : []))
}

function stateView(kit: Pick<ProviderKit, 'config'>, state: SourceState, secretNames: readonly string[]) {
  const { source, enabled, attemptedMs, succeededMs, error, items } = state
  const nextAt = enabled && attemptedMs !== null ? isoTime(attemptedMs + source.everyMs) : null
  return {
    source: source.key,
    title: source.title,
    market: source.market,
    game: source.game,
    base: settingsOf(kit.config).of(source).base,
    enabled,
    by_default: source.enabled,
    secret: source.secret ? (source.secret.needed ? ('needed' as const) : ('optional' as const)) : ('none' as const),
    secret_stored: secretNames.includes(source.key),
    every_seconds: source.everyMs / 1000,
    attempted_at: attemptedMs === null ? null : isoTime(attemptedMs),
    succeeded_at: succeededMs === null ? null : isoTime(succeededMs),
    next_at: nextAt,
    error,
    items,
  }
}
