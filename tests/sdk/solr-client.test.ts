// The Solr client of npm against the embedded provider: queries, filters, facets and groups. It has no option
// for headers that are always sent, so its requests get the gateway's key on their way.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { type TestContext, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

/** The part of the client that is used; it ships without types. */
interface Query {
  q(query: string | object): Query
  fl(fields: string): Query
  fq(filter: object): Query
  sort(order: object): Query
  start(from: number): Query
  rows(count: number): Query
  facet(options: object): Query
  groupBy(field: string): Query
  matchFilter(field: string, value: string): Query
}
interface Answer {
  readonly response: { readonly numFound: number; readonly docs: readonly Record<string, unknown>[] }
  readonly facet_counts: { readonly facet_fields: Record<string, (string | number)[]> }
  readonly grouped: Record<string, { readonly groups: readonly { readonly groupValue: string }[] }>
}
interface Client {
  createQuery(): Query
  search(query: Query, done: (error: Error | null, answer: Answer) => void): void
}
const load = createRequire(import.meta.url)
const { createClient }: { createClient(options: object): Client } = load('solr-client')

async function openClient(t: TestContext) {
  const gateway = await openGateway(t, { apis: await loadApis(apisFolder, 'nanomaterials') })
  const { key } = await gateway.account()
  const { hostname: host, port } = new URL(gateway.baseUrl)
  const request = { headers: { 'x-gateway-key': key, 'x-gateway-provider': 'embedded' } }
  const client = createClient({ host, port, core: '', path: '/v1/proxy/nanomaterials', request })
  return {
    query: () => client.createQuery(),
    search: (query: Query) =>
      new Promise<Answer>((resolve, reject) => {
        client.search(query, (error, answer) => (error ? reject(error) : resolve(answer)))
      }),
  }
}

test('the client finds, filters, sorts, counts and groups', async (t) => {
  const { query, search } = await openClient(t)
  const { response } = await search(
    query()
      .q({ type_s: 'substance', dbtag_hss: 'NANOREG1' })
      .fl('name_hs,substanceType_hs')
      .sort({ name_hs: 'desc' })
      .start(1)
      .rows(2),
  )
  assert.equal(response.numFound, 51)
  assert.deepEqual(
    response.docs.map(({ name_hs: name }) => name),
    ['EX-ZnO-03', 'EX-ZnO-02'],
  )
  const counted = await search(
    query()
      .q('type_s:study')
      .matchFilter('topcategory_s', 'ECOTOX')
      .rows(0)
      .facet({ field: 'endpointcategory_s', mincount: 1, limit: 3 }),
  )
  const counts = counted.facet_counts.facet_fields.endpointcategory_s ?? []
  assert.equal(counts.length, 6)
  assert.equal(counts[0], 'EC_DAPHNIATOX_SECTION')
  const { grouped } = await search(query().q('type_s:composition').groupBy('component_s').rows(20))
  const groups = grouped.component_s?.groups.map(({ groupValue }) => groupValue) ?? []
  assert.deepEqual(
    [groups.includes('CORE'), groups.includes('COATING'), new Set(groups).size],
    [true, true, groups.length],
  )
})
