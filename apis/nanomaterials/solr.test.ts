// Solr: what is special about syntax, facets, formats, requests and errors.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SolrDoc } from './test/generated-queries.ts'
import { type Answer, counted, openSolrWorld, pairs, type SolrWorld } from './test/solr-world.ts'

describe('/select over the sample', () => {
  let world: SolrWorld
  let docs: readonly SolrDoc[]
  let select: SolrWorld['select']
  let found: SolrWorld['found']
  let matching: SolrWorld['matching']
  let refused: SolrWorld['refused']
  before(async () => {
    world = await openSolrWorld()
    ;({ docs, select, found, matching, refused } = world)
  })
  after(() => world.close())

  test('AND and OR bind as in Lucene: AND makes both sides required, and the other clauses optional', async () => {
    const has = (word: string) => (doc: SolrDoc) => doc.type_s === word
    const top = (word: string) => (doc: SolrDoc) => doc.topcategory_s === word
    const [study, tox, eco] = [has('study'), top('TOX'), top('ECOTOX')]
    for (const [q, matches] of [
      ['type_s:study AND topcategory_s:TOX', (doc: SolrDoc) => study(doc) && tox(doc)],
      ['type_s:study && topcategory_s:TOX', (doc: SolrDoc) => study(doc) && tox(doc)],
      ['topcategory_s:ECOTOX OR type_s:study AND topcategory_s:TOX', (doc: SolrDoc) => study(doc) && tox(doc)],
      ['topcategory_s:(TOX ECOTOX)', (doc: SolrDoc) => tox(doc) || eco(doc)],
      ['+type_s:study -topcategory_s:TOX', (doc: SolrDoc) => study(doc) && !tox(doc)],
      ['type_s:study NOT topcategory_s:TOX', (doc: SolrDoc) => study(doc) && !tox(doc)],
      ['-topcategory_s:TOX', (doc: SolrDoc) => !tox(doc)],
      ['type_s:study AND (-topcategory_s:TOX)', () => false],
      ['{!lucene q.op=AND}type_s:study topcategory_s:TOX', (doc: SolrDoc) => study(doc) && tox(doc)],
      ['{!lucene q.op=AND}type_s:study OR topcategory_s:TOX', (doc: SolrDoc) => study(doc) || tox(doc)],
    ] as const)
      assert.deepEqual(await found(q), matching(matches), q)
    assert.deepEqual(
      await found('type_s:study topcategory_s:TOX', { 'q.op': 'AND' }),
      matching((doc) => study(doc) && tox(doc)),
    )
  })

  test('other parsers: terms, a prefix, a range over a function, values by reference', async () => {
    for (const [q, matches] of [
      ['{!term f=unit_s}m2/g', (doc) => doc.unit_s === 'm2/g'],
      ['{!terms f=unit_s}mV, nm', (doc) => doc.unit_s === 'mV' || doc.unit_s === 'nm'],
      ['{!prefix f=endpointcategory_s}EC_', (doc) => String(doc.endpointcategory_s).startsWith('EC_')],
      ['{!frange l=10 u=20 incu=false}loValue_d', (doc) => Number(doc.loValue_d) >= 10 && Number(doc.loValue_d) < 20],
      ['loValue_d:>=900', (doc) => Number(doc.loValue_d) >= 900],
      ['{!field f=endpoint_s v=$named}', (doc) => doc.endpoint_s === 'Zeta potential'],
      ['_query_:"{!term f=unit_s}mV"', (doc) => doc.unit_s === 'mV'],
      ['reliability_s:/1 .*|3 \\(not.*/', (doc) => /^[13] /.test(String(doc.reliability_s))],
      ['effectendpoint_s:?C50', (doc) => /^.C50$/.test(String(doc.effectendpoint_s))],
      ['"zeta potential"', (doc) => String(doc.endpoint_s) === 'Zeta potential'],
      ['-filter(type_s:study) -type_s:params', (doc) => doc.type_s !== 'study' && doc.type_s !== 'params'],
    ] as readonly (readonly [string, (doc: SolrDoc) => boolean])[])
      assert.deepEqual(await found(q, { named: 'Zeta potential' }), matching(matches), q)
  })

  test('a document that matches better comes first, and a boost outweighs it', async () => {
    const first = async (q: string) => (await select({ q, rows: '1', fl: 'id,endpoint_s,score' })).response
    const best = await first('zeta potential sample')
    assert.equal(best.docs[0]?.endpoint_s, 'Zeta potential')
    assert.equal(best.maxScore, best.docs[0]?.score)
    assert.equal((await first('zeta dustiness^50')).docs[0]?.endpoint_s, 'Dustiness')
    assert.equal((await first('unit_s:mV^=7')).maxScore, 7)
  })

  test('the block of a parent comes with it, filtered and limited', async () => {
    const parentFilter = 'parentFilter=filter(type_s:substance)'
    const { response } = await select({
      q: 'name_hs:EX-Ag-01 AND dbtag_hss:NANOREG1',
      fl: `name:name_hs,[child ${parentFilter} childFilter="type_s:composition OR filter(type_s:study AND topcategory_s:ECOTOX)" limit=3 fl=id,type_s]`,
    })
    assert.equal(response.docs[0]?.name, 'EX-Ag-01')
    const children = response.docs[0]?._childDocuments_ as unknown as SolrDoc[]
    assert.deepEqual([children.length, Object.keys(children[0] ?? {})], [3, ['id', 'type_s']])
    assert.match(await refused('q=*:*&fl=[child]'), /parentFilter/)
    assert.match(await refused('q={!parent which=type_s:substance}type_s:substance'), /same docs/)
  })

  test('a cursor passes over all documents once, and refuses an order without the id', async () => {
    const seen: unknown[] = []
    let cursorMark = '*'
    for (;;) {
      const params = {
        q: 'type_s:study',
        sort: 'loValue_d desc, unit_s asc, id asc',
        rows: '400',
        fl: 'id',
        cursorMark,
      }
      const { response, nextCursorMark } = await select(params)
      seen.push(...response.docs.map(({ id }) => id))
      if (nextCursorMark === cursorMark) break
      cursorMark = nextCursorMark
    }
    assert.deepEqual(seen.toSorted(), matching(({ type_s }) => type_s === 'study').toSorted())
    assert.match(await refused('q=*:*&cursorMark=*&sort=unit_s+asc'), /uniqueKey/)
    assert.match(await refused('q=*:*&cursorMark=abc&sort=id+asc'), /totem/)
    assert.match(await refused('q=*:*&cursorMark=*&sort=id+asc&start=5'), /requires start=0/)
    assert.match(await refused('q=*:*&cursorMark=*&sort=_docid_+asc,id+asc'), /_docid_/)
    assert.match(
      await refused('q=*:*&cursorMark=*&sort=id+asc&group=true&group.field=unit_s'),
      /Grouping with cursorMark/,
    )
    assert.match(await refused('q=*:*&group=true'), /at least one field/)
  })

  test('a bracket of fl that is not closed is refused, and quotation marks keep one together', async () => {
    assert.match(await refused('q=*:*&fl=id,[child'), /fl has a \[ without its \]/)
    assert.match(await refused('q=*:*&fl=id,sum(1,2)'), /functions such as sum\(\) are not available/)
    const [scored] = (await select({ q: 'unit_s:nm', fl: 'id,relevance:score', rows: '1' })).response.docs
    assert.deepEqual(Object.keys(scored ?? {}), ['id', 'relevance'])
    for (const wt of ['json', 'xml'])
      assert.doesNotMatch((await world.ask(`/select?q=*:*&rows=0&omitHeader=true&wt=${wt}`)).text, /responseHeader/)
    const [doc] = (await select({ q: 'unit_s:nm', fl: 'id,[docid of="]"] unit_s', rows: '1' })).response.docs
    assert.deepEqual(Object.keys(doc ?? {}).sort(), ['id', 'unit_s'])
  })

  test('a request is refused before it takes seconds, whatever makes it slow, and a large one is answered', async () => {
    const many = (count: number, clause: string) => encodeURIComponent(Array(count).fill(clause).join(' OR '))
    for (const query of [
      `q=${many(500, '*0*a*e*i*')}`,
      `q=${many(500, '/(.*a){20}.*/')}`,
      `q=${many(500, 'zincoxide~2')}`,
      `q=*:*&fq=${many(500, '*a*e*')}`,
      `q=*:*&facet=true${`&facet.query=${many(5, '*a*e*')}`.repeat(100)}`,
      `q=*:*&group=true${'&group.field=topcategory_s'.repeat(1000)}`,
    ])
      assert.match(await refused(query), /takes too much work: use fewer clauses, wildcards/, query.slice(0, 60))
    await select({ q: Array(500).fill('zinc').join(' OR ') })
    await select({ q: Array(10).fill('*0*a*e*i*').join(' OR ') })
  })

  test('domains reach the children and parents of what was found', async () => {
    const { facets } = await select({
      q: 'type_s:substance',
      rows: '0',
      'json.facet': `{
        // members without quotation marks, and a trailing comma
        studies: {type: terms, field: topcategory_s, limit: -1, domain: {blockChildren: 'type_s:substance', filter: "type_s:study"},
          facet: {materials: {type: query, q: '*:*', domain: {blockParent: "type_s:substance"}, }}},
      }`,
    })
    const studies = docs.filter(({ type_s }) => type_s === 'study')
    const buckets = facets.studies?.buckets ?? []
    assert.deepEqual(
      buckets.map(({ val, count }) => [val, count]),
      counted(studies, 'topcategory_s'),
    )
    for (const { val, materials } of buckets) {
      const own = new Set(studies.filter(({ topcategory_s }) => topcategory_s === val).map(({ s_uuid_s }) => s_uuid_s))
      assert.equal(Object(materials).count, own.size, String(val))
    }
  })

  test('an empty json.facet asks for none', async () => {
    for (const value of ['', ' ']) {
      const answer = await select({ q: 'type_s:study', rows: '1', 'json.facet': value })
      assert.equal(answer.facets, undefined)
      assert.equal(answer.response.docs.length, 1)
    }
  })

  test('facets are limited, sorted by an aggregate, and pivoted', async () => {
    const answer = await select({
      q: 'type_s:study',
      rows: '0',
      facet: 'on',
      'facet.pivot': 'topcategory_s,effectendpoint_s',
      'facet.field': 'unit_s',
      'facet.limit': '2',
      'json.nl': 'map',
      'json.facet':
        '{top:{terms:{field:endpointcategory_s,limit:3,numBuckets:true,sort:"most desc",facet:{most:"max(loValue_d)"}}}}',
    })
    const { facet_pivot: pivot, facet_fields: fields } = answer.facet_counts
    assert.equal(Object.keys(fields.unit_s ?? {}).length, 2)
    const studies = docs.filter(({ type_s }) => type_s === 'study')
    const [first] = pivot['topcategory_s,effectendpoint_s'] ?? []
    assert.deepEqual([first?.value, first?.count], counted(studies, 'topcategory_s')[0])
    const inner = counted(
      studies.filter(({ topcategory_s }) => topcategory_s === first?.value),
      'effectendpoint_s',
    )
    assert.deepEqual(
      first?.pivot?.map(({ value, count }) => [value, count]),
      inner.slice(0, 2),
    )
    const most = answer.facets.top?.buckets.map((bucket) => Number(bucket.most)) ?? []
    assert.deepEqual(
      most,
      most.toSorted((one, other) => other - one),
    )
    assert.equal(most[0], Math.max(...studies.map(({ loValue_d }) => Number(loValue_d ?? 0))))
    assert.equal(answer.facets.top?.numBuckets, counted(studies, 'endpointcategory_s').length)
  })

  test('ranges include the bounds that they are told to, and count what lies outside', async () => {
    const values = docs.flatMap(({ loValue_d }) => (typeof loValue_d === 'number' ? [loValue_d] : []))
    // bounds that values lie on
    const sorted = [...new Set(values)].sort((a, b) => a - b)
    const start = sorted.find((value) => Number.isInteger(value) && value > 0) ?? 0
    const end = sorted.find((value) => Number.isInteger(value) && value > start + 20) ?? 0
    const gap = (end - start) / 2
    for (const [include, inFirst, inLast] of [
      ['lower', (v: number) => v >= start, (v: number) => v < end],
      ['upper', (v: number) => v > start, (v: number) => v <= end],
      ['edge', (v: number) => v >= start, (v: number) => v <= end],
    ] as const) {
      const { facet_counts } = await select({
        q: '*:*',
        rows: '0',
        facet: 'true',
        'facet.range': 'loValue_d',
        'facet.range.start': String(start),
        'facet.range.end': String(end),
        'facet.range.gap': String(gap),
        'facet.range.include': include,
        'facet.range.other': 'all',
      })
      const shown = facet_counts.facet_ranges.loValue_d
      const middle = start + gap
      const first = values.filter((v) => inFirst(v) && (include === 'upper' ? v <= middle : v < middle))
      const last = values.filter((v) => inLast(v) && (include === 'lower' ? v >= middle : v > middle))
      assert.deepEqual(
        pairs(shown?.counts).map(([, count]) => count),
        [first.length, last.length],
        include,
      )
      assert.equal(shown?.before, values.filter((v) => !inFirst(v) && v <= start).length, include)
      assert.equal(shown?.after, values.filter((v) => !inLast(v) && v >= end).length, include)
    }
  })

  test('groups and collapsing show one document for each value', async () => {
    const params = { q: 'type_s:study', sort: 'loValue_d desc', fl: 'id,loValue_d' }
    const { grouped } = await select({
      ...params,
      group: 'true',
      'group.field': 'topcategory_s',
      'group.ngroups': 'true',
      'group.limit': '2',
    })
    const studies = docs.filter(({ type_s }) => type_s === 'study')
    const byTop = Map.groupBy(studies, ({ topcategory_s }) => String(topcategory_s))
    const shown = grouped.topcategory_s
    assert.deepEqual([shown?.matches, shown?.ngroups, shown?.groups.length], [studies.length, byTop.size, byTop.size])
    for (const { groupValue, doclist } of shown?.groups ?? []) {
      const own = (byTop.get(groupValue) ?? []).map(({ loValue_d }) => Number(loValue_d)).sort((a, b) => b - a)
      assert.equal(doclist.numFound, own.length)
      assert.deepEqual(
        doclist.docs.map(({ loValue_d }) => loValue_d),
        own.slice(0, 2),
      )
    }
    const flat = (shown?.groups ?? []).flatMap(({ doclist }) => doclist.docs)
    const byGroup = { ...params, group: 'true', 'group.field': 'topcategory_s', 'group.limit': '2' }
    const page = { start: '1', rows: '3' }
    const simple = await select({ ...byGroup, ...page, 'group.format': 'simple' })
    const { doclist } = simple.grouped.topcategory_s as unknown as { doclist: Answer['response'] }
    assert.deepEqual(doclist, { numFound: studies.length, start: 1, numFoundExact: true, docs: flat.slice(1, 4) })
    const main = await select({ ...byGroup, ...page, 'group.main': 'true' })
    assert.equal(main.grouped, undefined)
    assert.deepEqual([main.response.numFound, main.response.docs], [studies.length, flat.slice(1, 4)])
    const { response } = await select({ ...params, fq: '{!collapse field=topcategory_s max=loValue_d}' })
    assert.deepEqual(
      response.docs.map(({ loValue_d }) => loValue_d),
      [...byTop.values()].map((own) => Math.max(...own.map((one) => Number(one.loValue_d)))).sort((a, b) => b - a),
    )
  })

  test('words of the query are marked', async () => {
    const { highlighting, response } = await select({
      q: 'zeta -dustiness',
      rows: '1',
      hl: 'true',
      'hl.fl': 'endpoint_s',
    })
    assert.deepEqual(highlighting[String(response.docs[0]?.id)], { endpoint_s: ['<em>Zeta</em> potential'] })
  })

  test('JSON requests and forms mean the same as the address', async () => {
    const post = async (body: unknown, type: string) => {
      const headers = { 'content-type': type }
      return (await world.ask<Answer>('/select?wt=json', { method: 'POST', headers, body })).body
    }
    const expected = await select({
      q: 'type_s:study',
      fq: ['topcategory_s:TOX', 'unit_s:%'],
      sort: 'id asc',
      rows: '3',
      fl: 'id',
      start: '1',
    })
    const json = await post(
      {
        query: { bool: { must: [{ term: { f: 'type_s', query: 'study' } }], must_not: 'type_s:params' } },
        filter: ['topcategory_s:TOX', { '#unit': 'unit_s:%' }],
        fields: ['id'],
        sort: 'id asc',
        limit: 3,
        offset: 1,
        facet: { all: { type: 'query', q: '*:*', domain: { excludeTags: 'unit' } } },
        params: { 'q.op': 'AND' },
      },
      'application/json',
    )
    const form = await post(
      { q: 'type_s:study', fq: ['topcategory_s:TOX', 'unit_s:%'], sort: 'id asc', rows: '3', start: '1', fl: 'id' },
      'application/x-www-form-urlencoded',
    )
    assert.deepEqual(json.response, expected.response)
    assert.deepEqual(form.response, expected.response)
    const tox = docs.filter(({ type_s, topcategory_s }) => type_s === 'study' && topcategory_s === 'TOX')
    assert.equal(Object(json.facets.all).count, tox.length)
    assert.deepEqual(expected.responseHeader.params.fq, ['topcategory_s:TOX', 'unit_s:%'])
  })

  test('XML and CSV have the same documents', async () => {
    const query = 'q=type_s:substance+AND+name_hs:EX-Ag-01&fq=dbtag_hss:NANOREG1&fl=name_hs,dbtag_hss,publicname_hs'
    const xml = await world.ask(`/select?${query}&wt=xml`)
    assert.equal(xml.headers['content-type'], 'application/xml; charset=utf-8')
    assert.match(
      xml.text,
      /<result name="response" numFound="1" start="0" numFoundExact="true"><doc><str name="name_hs">EX-Ag-01<\/str><str name="publicname_hs">Silver, citrate-stabilised<\/str><arr name="dbtag_hss"><str>NANOREG1<\/str><\/arr><\/doc><\/result>/,
    )
    const csv = await world.ask(`/select?${query}&wt=csv`)
    assert.equal(csv.text, 'name_hs,dbtag_hss,publicname_hs\nEX-Ag-01,NANOREG1,"Silver, citrate-stabilised"\n')
  })

  test('what cannot be read is 400 in the words of Solr', async () => {
    for (const [query, message] of [
      ['q=nofield:1', /^undefined field nofield$/],
      ['q=(a', /SyntaxError: Cannot parse '\(a'/],
      ['q=a:', /SyntaxError/],
      ['q=[1+TO', /SyntaxError/],
      ['q={!nothing}a', /Unknown query parser 'nothing'/],
      ['q=*:*&stats=true&stats.field=loValue_d', /'stats' is not available here: ask for min/],
      ['q=loValue_d:high', /Invalid Number: high/],
      ['q=*:*&sort=unit_s', /Sort Order/],
      ['q=*:*&sort=dbtag_hss+asc', /multivalued/],
      ['q=*:*&rows=-1', /negative/],
      ['q=*:*&wt=php', /wt must be/],
      ['q=*:*&wt=constructor', /wt must be/],
      ['q=*:*&json.facet={a:', /JSON Parse Error|facet/],
      ['q=*:*&json.facet={a:"median(x_d)"}', /Unknown aggregate/],
      [`q=${'('.repeat(60)}`, /nested too deeply/],
      [`q=${'a+'.repeat(600)}`, /too many boolean clauses/],
    ] as const)
      assert.match(await refused(query), message)
  })

  test('hostile queries end soon, and others are answered meanwhile', async () => {
    const hostile = [
      `q=/${'(a*)*'.repeat(20)}b/`,
      `q=unit_s:${'*a'.repeat(60)}`,
      `q=${'zeta~2+'.repeat(200)}`,
      `q=*:*&json.facet={${Array.from({ length: 50 }, (_, at) => `f${at}:{type:terms,field:id,limit:-1,facet:{u:"unique(text)"}}`).join()}}`,
    ]
    // CPU time, which a busy machine does not change
    const cpuMs = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    for (const query of hostile) {
      const begun = cpuMs()
      let longest = 0
      let last = begun
      const pulse = setInterval(() => {
        longest = Math.max(longest, cpuMs() - last)
        last = cpuMs()
      }, 5)
      await world.ask(`/select?${encodeURI(query).replaceAll('%25', '%')}`)
      clearInterval(pulse)
      assert.ok(cpuMs() - begun < 10_000, query.slice(0, 60))
      assert.ok(longest < 400, `${query.slice(0, 60)} held the event loop for ${longest} ms of CPU time`)
    }
  })
})
