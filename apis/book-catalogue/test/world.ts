// How the tests of this folder call the provider. Calls skip the declaration's own checks, because the provider
// has its own rules for values that the gateway would refuse. The clock stands still until `wait`.
import assert from 'node:assert/strict'
import { isReply, type ProviderKit, Refusal } from '#define'
import type { OpenedProvider } from '#define/reflect'
import { compileReader, compileRoutes, readPairs } from '#derive'
import { openWorld as openSharedWorld, testCall, type WorldOptions } from '#provider/test'
import type { Store } from '#store'
import api from '../api.ts'
import { migrations } from '../migrations/list.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body after a round trip through JSON; the members that tests use are objects or lists. */
  readonly body: Body
}
interface Body {
  readonly numFound?: number
  readonly docs?: readonly Doc[]
  readonly works?: readonly Doc[]
  readonly detail?: readonly Doc[]
  readonly [name: string]: unknown
}
export type Doc = Readonly<Record<string, unknown>>
export interface World {
  readonly kit: ProviderKit<Tables>
  readonly logged: readonly string[]
  /** Moves the clock by an hour, past everything that is cached briefly. */
  wait(): void
  ask(path: string): Promise<Answer>
  /** An answer that must be a 200. */
  answered(path: string): Promise<Answer>
  /** The single detail of an answer that must be a 422. */
  refused(path: string): Promise<Doc>
  importFile(bytes: Buffer | string, options?: { name?: string; pieceBytes?: number }): Promise<ImportCounts>
  /** Imports chunks as they are. */
  importChunks(name: string, chunks: AsyncIterable<Buffer>): Promise<ImportCounts>
}
type ImportCounts = Readonly<Record<string, number>>

/** The migrations in the form that a store takes. */
export const namedMigrations = Object.entries(migrations).map(([name, { up }]) => ({ name, up }))

/** A world on a server or file database, whose tables are created. */
export async function worldOn(store: Store): Promise<World> {
  await store.migrate('book-catalogue', namedMigrations)
  return openWorld({ database: store, migrated: true })
}

/**
 * A new world; without a database it is on SQLite in memory, and answers from the sample until something is imported.
 */
export async function openWorld(options: WorldOptions<Tables> = {}): Promise<World> {
  const world = await openSharedWorld<Tables>(api, provider, options)
  const ask = async (path: string) => answerOf((await world.open()).handlers, path)
  return {
    kit: world.kit,
    logged: world.logged,
    wait: () => world.clock.advance(3_600_000),
    ask,
    answered: async (path) => {
      const answer = await ask(path)
      assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`)
      return answer
    },
    refused: async (path) => {
      const { status, body } = await ask(path)
      assert.equal(status, 422, path)
      assert.equal(body.detail?.length, 1, path)
      return body.detail?.[0] ?? {}
    },
    importFile(content, { name = 'dump.txt', pieceBytes = 1000 } = {}) {
      world.clock.advance(10_000)
      return world.importFile(content, { name, pieceBytes })
    },
    async importChunks(name, chunks) {
      const { importFile } = await world.open()
      assert.ok(importFile)
      return importFile({ name, account: 'acc_test', chunks }, () => undefined)
    },
  }
}

const routes = compileRoutes({ ...api })

async function answerOf(handlers: OpenedProvider['handlers'], path: string): Promise<Answer> {
  const [pathname = '', ...rest] = path.split('?')
  const search = rest.join('?')
  const result = routes.match('GET', pathname)
  if (result.kind !== 'found') throw new Error(`${path} is ${result.kind}`)
  const { route, values } = result.match
  const query = readPairs(search, 100) ?? []
  const input = compileReader(route)({ pathValues: values, query, header: () => undefined, hasStoredKey: false })
  const baseUrl = 'http://gateway.test/x'
  const request = { ...testCall.request, path: pathname, query: new URLSearchParams(search), baseUrl }
  try {
    const answer = await handlers[route.id]?.(input.values as never, { ...testCall, request })
    const { status, headers, body } = isReply(answer) ? answer : { status: 200, headers: {}, body: answer }
    return { status, headers, body: JSON.parse(JSON.stringify(body)) }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, headers: error.headers, body: Object(error.body) }
    throw error
  }
}
