// Providers whose handlers still get the kit with each call. Goes when the last of them is opened once.
import type { Migration } from 'kysely/migration'
import type { Api } from './api.ts'
import type { Endpoints, InputOf, OutputOf } from './endpoints.ts'
import type { Answer, Call, OpenedProvider, Provider, ProviderKit } from './provider.ts'

export interface Kit<DB = unknown> extends ProviderKit<DB>, Call {}
export type LegacyHandlers<E extends Endpoints, DB> = {
  readonly [K in keyof E]: (
    input: InputOf<E[K]>,
    kit: Kit<DB>,
  ) => Answer<OutputOf<E[K]>> | Promise<Answer<OutputOf<E[K]>>>
}
export interface Importer<DB> {
  readonly formats: string
  run(
    file: { name: string; chunks: AsyncIterable<Buffer> },
    kit: ProviderKit<DB> & { account: string },
    progress: (counts: Readonly<Record<string, number>>) => void,
  ): Promise<Record<string, number>>
}
export interface Job<DB> {
  readonly name: string
  readonly everyMs: number
  readonly offline?: true
  run(kit: ProviderKit<DB>): Promise<void>
}
export interface LegacyOptions<DB> {
  readonly migrations?: Readonly<Record<string, Migration>>
  readonly seed?: (kit: ProviderKit<DB>) => Promise<void>
  readonly importer?: Importer<DB>
  readonly jobs?: readonly Job<DB>[]
  readonly close?: (kit: ProviderKit<DB>) => Promise<void>
}
export type ProviderFacts<DB> = LegacyOptions<DB>

export function isLegacy<E extends Endpoints>(api: Api<E>, given: unknown): boolean {
  if (typeof given === 'function') return false
  const [first] = Object.keys(api.endpoints)
  return first !== undefined && first in Object(given)
}

export function openLegacy<E extends Endpoints, DB>(
  handlers: LegacyHandlers<E, DB>,
  { migrations = {}, importer, jobs = [], seed, close }: LegacyOptions<DB>,
): Provider<DB> {
  return {
    migrations,
    handlers: handlers as Provider<DB>['handlers'],
    importer,
    importFormats: importer?.formats,
    jobs: Object.fromEntries(
      jobs.map(({ name, everyMs, offline }) => [name, { everyMs, ...(offline && { offline }) }]),
    ),
    operator: undefined,
    seed: (kit) => seed?.(kit) ?? Promise.resolve(),
    open: (kit): OpenedProvider => ({
      handlers: withKit(handlers, kit),
      importFile: importer && (({ account, ...file }, progress) => importer.run(file, { ...kit, account }, progress)),
      jobs: Object.fromEntries(jobs.map((job) => [job.name, () => job.run(kit)])),
      close: close && (() => close(kit)),
    }),
  }
}

/** Handlers that get what belongs to the API and what belongs to the call in one object. */
export function withKit<E extends Endpoints, DB>(
  handlers: LegacyHandlers<E, DB>,
  kit: ProviderKit<DB>,
): OpenedProvider['handlers'] {
  type Own = (input: never, kit: Kit<DB>) => unknown
  const entries = Object.entries<Own>(handlers as Readonly<Record<string, Own>>)
  return Object.fromEntries(
    entries.map(([id, handler]) => [id, (input: never, call: Call) => handler(input, combined(kit, call))]),
  )
}

function combined<DB>(kit: ProviderKit<DB>, call: Call): Kit<DB> {
  const { account, key, request } = call
  return {
    ...kit,
    account,
    key,
    request,
    get signal() {
      return call.signal
    },
  }
}

/** Handlers whose code is loaded with the first call to any of them. */
export function loadedHandlers<E extends Endpoints, DB>(
  endpoints: E,
  load: () => Promise<LegacyHandlers<E, DB>>,
): LegacyHandlers<E, DB> {
  type Own = LegacyHandlers<E, DB>
  let loaded: Own | undefined
  let loading: Promise<Own> | undefined
  const begin = async (): Promise<Own> => {
    try {
      loaded = await load()
      return loaded
    } finally {
      loading = undefined
    }
  }
  const handlerOf = <K extends keyof E>(id: K): Own[K] => {
    const handler: Own[K] = (input, kit) => {
      if (loaded) return loaded[id](input, kit)
      loading ??= begin()
      return loading.then((all) => all[id](input, kit))
    }
    return handler
  }
  const entries = Object.keys(endpoints).map((id: keyof E) => [id, handlerOf(id)] as const)
  return Object.fromEntries(entries) as Own
}
