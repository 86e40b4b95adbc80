// The embedded provider: one random fact, and facts and breeds by page, from the sample or from what was imported.
import { defineProvider, type Kit, type Provider, type Reply, refuse, reply } from '#define'
import api from './api.ts'
import records from './migrations/0001-records.ts'
import { type Breed, type CatFact, countUpTo } from './provider/cats/cat-data.ts'
import { type Page, pageOf } from './provider/cats/page.ts'
import { readLimit, readNumber, readPage } from './provider/cats/parameters.ts'
import { createCatStore } from './provider/cats/store.ts'
import { formats, importCats } from './provider/import/importer.ts'
import { readSample } from './seed/sample.ts'
import type { Tables } from './tables.ts'

const factsPerPage = 10
const breedsPerPage = 25

type CallKit = Kit<Tables>

/** One provider with a copy of the records of its own. */
export function createProvider(): Provider<Tables> {
  const store = createCatStore(readSample)

  async function fact(input: { max_length?: unknown }, kit: CallKit): Promise<Reply<CatFact>> {
    const data = await store.data(kit)
    const count = countUpTo(data, readNumber(input.max_length) ?? Number.POSITIVE_INFINITY)
    const drawn = count > 0 ? data.shortestFirst[kit.random.int(0, count - 1)] : undefined
    if (!drawn) throw refuse(404, { message: 'Fact not found' }, headersOf(data.sample.facts))
    return reply({ ...drawn }, { headers: headersOf(data.sample.facts) })
  }

  async function facts(
    input: { limit?: unknown; max_length?: unknown; page?: unknown },
    kit: CallKit,
  ): Promise<Reply<Page<CatFact>>> {
    const data = await store.data(kit)
    const most = readNumber(input.max_length) ?? Number.POSITIVE_INFINITY
    const all = data.facts.filter(({ length }) => length <= most)
    return reply(pageFor(all, { input, byDefault: factsPerPage, path: `${kit.request.baseUrl}/facts` }), {
      headers: headersOf(data.sample.facts),
    })
  }

  async function breeds(input: { limit?: unknown; page?: unknown }, kit: CallKit): Promise<Reply<Page<Breed>>> {
    const data = await store.data(kit)
    return reply(pageFor(data.breeds, { input, byDefault: breedsPerPage, path: `${kit.request.baseUrl}/breeds` }), {
      headers: headersOf(data.sample.breeds),
    })
  }

  return defineProvider(
    api,
    { fact, facts, breeds },
    {
      migrations: { '0001-records': records },
      importer: { formats, run: ({ chunks }, kit, progress) => importCats(kit, { chunks, store, progress }) },
    },
  )
}
export default createProvider()

interface ListCall {
  readonly input: { limit?: unknown; page?: unknown }
  readonly byDefault: number
  readonly path: string
}

function pageFor<T>(all: readonly T[], { input, byDefault, path }: ListCall): Page<T> {
  return pageOf(all, { path, page: readPage(input.page), perPage: readLimit(input.limit, byDefault) })
}

function headersOf(isSample: boolean): Record<string, string> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
  return isSample ? { ...headers, 'x-gateway-sample': 'true' } : headers
}
