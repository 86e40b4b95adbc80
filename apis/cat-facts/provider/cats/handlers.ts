// The handlers of the endpoints over one snapshot of facts and breeds.
import { type Handlers, type Random, reply } from '#define'
import type { Snapshot } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import { factNotFound } from '../errors.ts'
import { headersOf } from '../headers.ts'
import { type CatData, countUpTo } from './cat-data.ts'
import { pageOf } from './page.ts'
import { readLimit, readNumber, readPage } from './parameters.ts'

const factsPerPage = 10
const breedsPerPage = 25

export function createHandlers(random: Random, data: Snapshot<CatData>): Handlers<typeof endpoints> {
  return {
    async fact({ max_length }) {
      const { shortestFirst, isSample } = await data.get()
      const count = countUpTo(shortestFirst, readNumber(max_length) ?? Number.POSITIVE_INFINITY)
      const drawn = count > 0 ? shortestFirst[random.int(0, count - 1)] : undefined
      if (!drawn) throw factNotFound(isSample.facts)
      return reply({ ...drawn }, { headers: headersOf(isSample.facts) })
    },
    async facts({ limit, max_length, page }, { request }) {
      const { facts, isSample } = await data.get()
      const maxLength = readNumber(max_length) ?? Number.POSITIVE_INFINITY
      const body = pageOf(
        facts.filter(({ length }) => length <= maxLength),
        { path: `${request.baseUrl}/facts`, page: readPage(page), perPage: readLimit(limit, factsPerPage) },
      )
      return reply(body, { headers: headersOf(isSample.facts) })
    },
    async breeds({ limit, page }, { request }) {
      const { breeds, isSample } = await data.get()
      const body = pageOf(breeds, {
        path: `${request.baseUrl}/breeds`,
        page: readPage(page),
        perPage: readLimit(limit, breedsPerPage),
      })
      return reply(body, { headers: headersOf(isSample.breeds) })
    },
  }
}
