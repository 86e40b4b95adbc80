// Handlers of the operator's endpoints of prices.
import { type Kit, reply } from '#define'
import type { Tables } from '../../tables.ts'
import { itemByItem, secretNotTaken, unknownSource } from '../errors.ts'
import { isoTime } from '../iso-time.ts'
import { sourceByKey, sourceFactsByKey } from './connectors/sources.ts'
import { FeedFailure } from './feeds/feed-error.ts'
import { settingsOf } from './feeds/settings.ts'
import type { Source, SourceFacts } from './feeds/source.ts'
import { ingest, type Progress } from './ingest/ingest.ts'
import { type SourceState, sourceStates } from './ingest/source-state.ts'
import { boardOf, refreshBoard } from './store/latest-prices.ts'
import { setEnabled } from './store/reading-store.ts'

type CallKit = Kit<Tables>

export async function listSources(_input: unknown, kit: CallKit) {
  const names = await kit.secrets.names()
  const states = sourceStates(await boardOf(kit))
  return { may_call_out: kit.mayCallOut, sources: states.map((state) => stateAnswer(kit, state, names)) }
}

export async function changeSource(
  { source, body }: { source: string; body: { enabled: boolean | null } },
  kit: CallKit,
) {
  const { id, key } = readFacts(source)
  await setEnabled(kit.db, id, body.enabled)
  return answerOf(kit, key)
}

export async function storeSecret({ source, body }: { source: string; body: { secret: string } }, kit: CallKit) {
  const { key, secret } = readFacts(source)
  if (!secret) throw secretNotTaken()
  await kit.secrets.put(key, body.secret)
  return answerOf(kit, key)
}

export async function forgetSecret({ source }: { source: string }, kit: CallKit) {
  const { key } = readFacts(source)
  await kit.secrets.remove(key)
  return answerOf(kit, key)
}

/** Frames of server-sent events, one for each step; the reading is called off when the operator goes away. */
export async function ingestNow({ source, trusted }: { source?: string | undefined; trusted: boolean }, kit: CallKit) {
  const states = sourceStates(await refreshBoard(kit))
  const chosen = source === undefined ? enabledSources(states) : [readSource(source)]
  return reply(frames(kit, chosen, trusted))
}

async function* frames(kit: CallKit, chosen: readonly Source[], trusted: boolean): AsyncGenerator<string> {
  // Each look at the kit's signal makes one.
  const { signal } = kit
  for (const source of chosen) {
    const told: Progress[] = []
    let wake = () => {}
    const running = ingest(kit, source, {
      trusted,
      signal,
      progress: (progress) => {
        told.push(progress)
        wake()
      },
    })
    let ended = false
    const end = running.then(
      () => undefined,
      // A failure has been told as progress; anything else is a bug and ends the answer.
      (error: unknown) => (error instanceof FeedFailure ? undefined : error),
    )
    void end.then(() => {
      ended = true
      wake()
    })
    while (!ended || told.length > 0) {
      const next = told.shift()
      if (next) yield `data: ${JSON.stringify(next)}\n\n`
      else if (!ended)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (told.length > 0) resolve()
        })
    }
    const bug = await end
    if (bug !== undefined) throw bug
    if (signal.aborted) return
  }
}

async function answerOf(kit: CallKit, key: string) {
  const state = sourceStates(await refreshBoard(kit)).find(({ source }) => source.key === key)
  if (!state) throw unknownSource()
  return stateAnswer(kit, state, await kit.secrets.names())
}

function readFacts(key: string): SourceFacts {
  const source = sourceFactsByKey(key)
  if (!source) throw unknownSource()
  return source
}

function readSource(key: string): Source {
  const source = sourceByKey(readFacts(key).key)
  if (!source) throw itemByItem()
  return source
}

/** All feeds that are turned on. */
function enabledSources(states: readonly SourceState[]): Source[] {
  return states.flatMap(({ enabled, source: { key } }) => (enabled ? (sourceByKey(key) ?? []) : []))
}

function stateAnswer(kit: CallKit, state: SourceState, secretNames: readonly string[]) {
  const { source, enabled, attemptedMs, succeededMs, error, items } = state
  const due = enabled && attemptedMs !== null ? isoTime(attemptedMs + source.everyMs) : null
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
    next_at: due,
    error,
    items,
  }
}
