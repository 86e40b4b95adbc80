// The generated client of the provider (npm @datafire/nytimes_books_api) against the embedded provider. Its address is
// in the API document beside it, so that is changed before the client is loaded; the gateway key goes where the client
// sends its own. Answers are held against that document's schemas, which know prices as integers only.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Schema } from '#define'
import { checkOf } from '#derive'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

type Get = (input: Readonly<Record<string, unknown>>) => Promise<Answer>
interface Answer {
  readonly status: string
  readonly num_results: number
  readonly results: never
}
/** The part of the client that is used; it ships without types. */
interface Client {
  readonly lists: {
    readonly format: { readonly get: Get }
    readonly best_sellers: { readonly history: { readonly json: { readonly get: Get } } }
    readonly names: { readonly format: { readonly get: Get } }
    readonly overview: { readonly format: { readonly get: Get } }
    readonly date: { readonly list: { readonly json: { readonly get: Get } } }
  }
  readonly reviews: { readonly format: { readonly get: Get } }
}
interface Document {
  host: string
  basePath: string
  schemes: string[]
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly responses: { readonly 200: { schema: Schema } } } }>
  >
}

const require = createRequire(import.meta.url)
const document: Document = require('@datafire/nytimes_books_api/openapi.json')

test('every call of the client is answered in the form that its document declares', async (t) => {
  const gateway = await openGateway(t, { apis: await loadApis(apisFolder, 'newspaper-books') })
  document.host = new URL(gateway.baseUrl).host
  document.schemes = ['http']
  document.basePath = '/v1/proxy/newspaper-books'
  const client: Client = require('@datafire/nytimes_books_api').create({ 'api-key': gateway.key })
  const check = (path: string, answer: Answer): Answer => {
    const schema = document.paths[path]?.get.responses[200].schema
    assert.ok(schema, path)
    assert.deepEqual(checkOf(withTextPrices(schema), 'answer')(answer), [], path)
    assert.equal(answer.status, 'OK')
    return answer
  }

  const names = check('/lists/names.{format}', await client.lists.names.format.get({ format: 'json' }))
  assert.equal(names.num_results, 59)
  const list = { date: 'current', list: 'hardcover-fiction' }
  const current = check('/lists/{date}/{list}.json', await client.lists.date.list.json.get(list))
  const { books } = Object(current.results)
  assert.deepEqual([current.num_results, books.length, books[0].rank], [25, 20, 1])
  const flat = { format: 'json', list: 'hardcover-fiction', rank: 1, 'sort-order': 'DESC' }
  const entries: { results: Record<string, unknown>[] } = check('/lists.{format}', await client.lists.format.get(flat))
  assert.equal(Object(entries.results[0]?.book_details)[0].title, books[0].title)
  const overview = check('/lists/overview.{format}', await client.lists.overview.format.get({ format: 'json' }))
  assert.equal(overview.num_results, 295)
  const history: { results: { title: string; ranks_history: { rank: number }[] }[] } = check(
    '/lists/best-sellers/history.json',
    await client.lists.best_sellers.history.json.get({ isbn: books[0].primary_isbn10 }),
  )
  assert.deepEqual([history.results[0]?.title, history.results.length], [books[0].title, 1])
  assert.ok(history.results[0]?.ranks_history.some(({ rank }) => rank === 1))
  const input = { format: 'json', author: books[0].author }
  check('/reviews.{format}', await client.reviews.format.get(input))
  await assert.rejects(client.lists.date.list.json.get({ date: 'current', list: 'nothing' }), /404/)
})

/** The schema with prices that may be text, as recent answers of the provider have them. */
function withTextPrices(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema), (name, value) => (name === 'price' ? {} : value))
}
