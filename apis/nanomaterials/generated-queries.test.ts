// Solr: generated queries against a plain pass over all documents.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { sampled } from '../../tests/harness/seed.ts'
import { type GeneratedQuery, generateQuery, type SolrDoc } from './test/generated-queries.ts'
import { counted, openSolrWorld, pairs, type SolrWorld } from './test/solr-world.ts'

describe('/select over the sample', () => {
  let world: SolrWorld
  let docs: readonly SolrDoc[]
  let select: SolrWorld['select']
  before(async () => {
    world = await openSolrWorld()
    ;({ docs, select } = world)
  })
  after(() => world.close())

  test('generated queries find, sort and count what a pass over all documents does', async () => {
    const random = createSeededRandom(2811)
    let hits = 0
    for (let round = 0; round < sampled(500); round++) {
      const generated = generateQuery(docs, random)
      hits += await compareWithBruteForce(generated, round)
    }
    assert.ok(hits > 100 * sampled(500), `${hits} hits in all`)
  })

  async function compareWithBruteForce(
    { text, matches, filter, sort }: GeneratedQuery,
    round: number,
  ): Promise<number> {
    const where = `${round}: ${text} fq=${filter.text} sort=${sort.text}`
    const places = [...docs.keys()].filter(matches)
    const unfiltered = places.map((at) => docs[at] ?? {})
    const expected = places.filter(filter.matches).map((at) => docs[at] ?? {})
    const answer = await select({
      q: text,
      fq: `{!tag=f}${filter.text}`,
      sort: sort.text,
      rows: '25',
      start: String(round % 3),
      fl: 'id',
      facet: 'true',
      'facet.field': ['topcategory_s', '{!ex=f key=all}type_s'],
      'facet.mincount': '1',
      'facet.limit': '-1',
      'facet.sort': 'count',
      'facet.query': 'loValue_d:[* TO 50}',
      'facet.range': 'loValue_d',
      'facet.range.start': '0',
      'facet.range.end': '100',
      'facet.range.gap': '25',
      'facet.range.other': 'all',
      'json.facet':
        '{c:{type:terms,field:endpointcategory_s,limit:-1,missing:true,facet:{a:"avg(loValue_d)",u:"unique(unit_s)",least:"min(loValue_d)"}}}',
    })
    assert.equal(answer.response.numFound, expected.length, where)
    const inOrder = expected.toSorted(sort.compare)
    const [from, to] = [round % 3, (round % 3) + 25]
    assert.deepEqual(
      answer.response.docs.map(({ id }) => id),
      inOrder.slice(from, to).map(({ id }) => id),
      where,
    )

    const { facet_fields: fields, facet_queries: queries, facet_ranges: ranges } = answer.facet_counts
    assert.deepEqual(pairs(fields.topcategory_s), counted(expected, 'topcategory_s'), where)
    assert.deepEqual(pairs(fields.all), counted(unfiltered, 'type_s'), where)
    const values = expected.flatMap((doc) => (typeof doc.loValue_d === 'number' ? [doc.loValue_d] : []))
    const between = (low: number, high: number) => values.filter((value) => value >= low && value < high).length
    assert.deepEqual(Object.values(queries), [between(Number.NEGATIVE_INFINITY, 50)], where)
    assert.deepEqual(
      pairs(ranges.loValue_d?.counts),
      [0, 25, 50, 75].map((low) => [low.toFixed(1), between(low, low + 25)]).filter(([, count]) => count !== 0),
      where,
    )
    assert.deepEqual(
      [ranges.loValue_d?.before, ranges.loValue_d?.after],
      [between(Number.NEGATIVE_INFINITY, 0), between(100, Number.POSITIVE_INFINITY)],
      where,
    )

    const { c, count } = answer.facets
    assert.equal(count, expected.length, where)
    const buckets = c?.buckets ?? []
    assert.deepEqual(
      buckets.map(({ val, count: own }) => [val, own]),
      counted(expected, 'endpointcategory_s'),
      where,
    )
    const byCategory = Map.groupBy(expected, (doc) => doc.endpointcategory_s)
    for (const { val, a, u, least } of buckets) {
      const own = byCategory.get(String(val)) ?? []
      const numbers = own.flatMap((doc) => (typeof doc.loValue_d === 'number' ? [doc.loValue_d] : []))
      assert.equal(u, new Set(own.flatMap((doc) => doc.unit_s ?? [])).size, where)
      assert.equal(least, numbers.length === 0 ? undefined : Math.min(...numbers), where)
      const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
      assert.ok(
        numbers.length === 0 ? a === undefined : Math.abs(Number(a) - mean) < 1e-6 * Math.max(1, Math.abs(mean)),
        where,
      )
    }
    const without = expected.filter((doc) => doc.endpointcategory_s === undefined).length
    assert.equal(Object(c?.missing).count, without, where)
    return expected.length
  }
})
