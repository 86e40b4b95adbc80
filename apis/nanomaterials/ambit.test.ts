// AMBIT: substances, components, studies, rows and structures of the sample, and what is refused.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { examples } from './examples.ts'
import { openWorld, type World } from './test/world.ts'

interface Substance {
  readonly URI: string
  readonly i5uuid: string
  readonly name: string
  readonly substanceType: string
  readonly bundles: Readonly<
    Record<string, { readonly count: number; readonly tag: string | null; readonly remarks: string | null }>
  >
  readonly studysummary: readonly { readonly category: { readonly title: string }; readonly count: number }[]
}
interface Dataset {
  readonly dataEntry: readonly {
    readonly compound: {
      readonly URI: string
      readonly inchikey?: string
      readonly metric: number | null
      readonly mol?: string
    }
    readonly values: Readonly<Record<string, unknown>>
  }[]
  readonly feature: Readonly<Record<string, { readonly title: string }>>
}
interface Study {
  readonly uuid: string
  readonly protocol: {
    readonly topcategory: string
    readonly category: { readonly code: string }
    readonly guideline: readonly string[]
  }
  readonly investigation_uuid: string
  readonly effects: readonly { readonly endpoint: string }[]
  readonly parameters: Readonly<Record<string, unknown>>
  readonly citation: { readonly title: string; readonly owner: string }
  readonly reliability: Readonly<Record<string, string>>
}
type Row = Readonly<Record<string, string | number | null>>

const db = '/enm/nanoreg1'

describe('the sample', () => {
  let world: World
  before(async () => {
    world = await openWorld()
  })
  after(() => world.close())

  const substances = async (query: string) =>
    (await world.ask<{ substance: Substance[] }>(`${db}/substance?pagesize=100&${query}`)).body.substance
  const inBundle = async (number: number) => {
    const uri = `http://gateway.test/v1/proxy/nanomaterials${db}/bundle/${number}`
    return (await substances(`bundle_uri=${encodeURIComponent(uri)}`)).map(({ bundles }) => bundles[uri])
  }
  const dataset = async (query: string) => (await world.ask<Dataset>(`${db}/query/${query}`)).body
  const rows = async (query: string) =>
    (await world.ask<{ results: Row[] }>(`${db}/investigation?${query}`)).body.results
  const studies = async (uuid: string, query = '') =>
    (await world.ask<{ study: Study[] }>(`${db}/substance/${uuid}/study?${query}`)).body.study
  const refused = async (path: string) => {
    const { status, body } = await world.ask<{ error: { code: number; msg: string } }>(path)
    assert.equal(body.error.code, status)
    assert.ok(body.error.msg)
    return status
  }

  test('a list asked with a bundle says which substances were selected into it, and how', async () => {
    const first = await inBundle(1)
    const tags = new Set(first.map((selection) => selection?.tag))
    assert.deepEqual(tags, new Set(['target', 'source', null]))
    for (const selection of first)
      assert.deepEqual([selection?.count, selection?.remarks], selection?.tag ? [1, 'sample, invented'] : [0, null])
    assert.deepEqual(new Set((await inBundle(77)).map((selection) => selection?.count)), new Set([0]))
  })

  test('every example is what the sample answers', async () => {
    const root = /http:\/\/gateway\.test\/v1\/proxy\/nanomaterials/g
    for (const [id, { params = {}, output }] of Object.entries(examples)) {
      if (id.startsWith('select')) continue
      const path = {
        listInvestigation: 'investigation',
        searchCompound: `query/compound/${params.term}/${params.representation}`,
        searchSimilar: 'query/similarity',
        searchSubstructure: 'query/smarts',
        countStudies: 'query/study',
        listSubstances: 'substance',
        getSubstance: `substance/${params.uuid}`,
        getComposition: `substance/${params.uuid}/composition`,
        listStructures: `substance/${params.uuid}/structures`,
        listStudies: `substance/${params.uuid}/study`,
        getStudySummary: `substance/${params.uuid}/studySummary`,
      }[id]
      const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
      const { text } = await world.ask(`${db}/${path}?${query}`)
      assertShown(output, JSON.parse(text.replace(root, 'https://api.ideaconsult.net/enanomapper')), id)
    }
  })

  test('says that it is one', async () => {
    const { headers } = await world.ask(`${db}/substance`)
    assert.equal(headers['x-gateway-sample'], 'true')
    assert.equal((await world.ask('/select?q=*:*')).headers['x-gateway-sample'], 'true')
  })

  test('every database has materials of its own, and measurements in every category', async () => {
    const seen = new Set<string>()
    for (const name of 'nanoreg1 calibrate enanomapper enpra marina nanogenotox nanoinformatix nanoreg2 nanotest'.split(
      ' ',
    )) {
      const { body } = await world.ask<{ substance: Substance[] }>(`/enm/${name}/substance?pagesize=10000`)
      assert.ok(body.substance.length >= 5, name)
      for (const { URI, i5uuid } of body.substance) {
        assert.equal(URI, `http://gateway.test/v1/proxy/nanomaterials/enm/${name}/substance/${i5uuid}`)
        assert.ok(!seen.has(i5uuid))
        seen.add(i5uuid)
      }
    }
    const { body } = await world.ask<{ facet: { count: number; endpoint: string }[] }>(`${db}/query/study`)
    assert.equal(body.facet.length, 157 - 1)
    assert.ok(body.facet.every(({ count }) => count > 0))
  })

  test('searches of names: beginning, wildcard and pattern', async () => {
    const all = await substances('')
    assert.equal(all.length, 51)
    const named = (found: readonly Substance[]) => found.map(({ name }) => name)
    assert.deepEqual(named(await substances('type=name&search=ex-zno')), ['EX-ZnO-01', 'EX-ZnO-02', 'EX-ZnO-03'])
    assert.deepEqual(named(await substances('type=like&search=*nanotubes')), ['EX-CNT-01', 'EX-CNT-03'])
    assert.deepEqual(named(await substances(`type=regexp&search=${encodeURIComponent('^EX-(Ag|Au)-0[12]$')}`)), [
      'EX-Ag-01',
      'EX-Ag-02',
      'EX-Au-01',
      'EX-Au-02',
    ])
    assert.equal(await refused(`${db}/substance?type=regexp&search=${encodeURIComponent('(a')}`), 400)
  })

  test('each type of search finds the substances for which it holds, and no other', async () => {
    const all = await substances('')
    const studiesOf = new Map<string, Study[]>()
    for (const { i5uuid } of all) studiesOf.set(i5uuid, await studies(i5uuid))
    const having = (matches: (study: Study) => boolean) =>
      all.filter(({ i5uuid }) => studiesOf.get(i5uuid)?.some(matches)).map(({ name }) => name)
    const cases: readonly (readonly [string, string, string[]])[] = [
      ['substancetype', 'NPO_354', ['EX-CNT-01', 'EX-CNT-02']],
      ['topcategory', 'EXPOSURE', having(({ protocol }) => protocol.topcategory === 'EXPOSURE')],
      [
        'endpointcategory',
        'DUSTINESS_SECTION',
        having(({ protocol }) => protocol.category.code === 'DUSTINESS_SECTION'),
      ],
      ['endpoint', 'IC50', having(({ effects }) => effects.some(({ endpoint }) => endpoint === 'IC50'))],
      ['params', 'HepG2', having(({ parameters }) => parameters['E.cell_type'] === 'HepG2')],
      ['citation', 'round 2$', having(({ citation }) => citation.title === 'Invented round 2')],
      [
        'citationowner',
        'Invented Particle Works',
        having(({ citation }) => citation.owner === 'Invented Particle Works'),
      ],
      ['reliability', '3', having(({ reliability }) => reliability.r_value?.startsWith('3') === true)],
      ['purposeFlag', 'key study', having(({ reliability }) => reliability.r_purposeFlag === 'key study')],
      ['studyResultType', '(Q)SAR', having(({ reliability }) => reliability.r_studyResultType === '(Q)SAR')],
      ['isRobustStudy', 'true', having(({ reliability }) => reliability.r_isRobustStudy === 'true')],
      [
        'guideline',
        'Sample protocol: BET',
        having(({ protocol }) => protocol.guideline.includes('Sample protocol: BET')),
      ],
      ['Sample lot', 'EX-1003', ['EX-TiO2-01']],
    ]
    for (const [type, search, expected] of cases) {
      const found = await substances(`type=${encodeURIComponent(type)}&search=${encodeURIComponent(search)}`)
      assert.deepEqual(
        found.map(({ name }) => name),
        expected,
        type,
      )
      assert.ok(expected.length > 0, type)
    }
    const [{ i5uuid = '', name } = {} as Substance] = all
    for (const type of ['uuid', 'uuif'])
      assert.deepEqual(
        (await substances(`type=${type}&search=${i5uuid}`)).map((one) => one.name),
        [name],
      )
  })

  test('a search by facets compares the values of one category', async () => {
    const category = 'P-CHEM.ZETA_POTENTIAL_SECTION'
    const values = await rows('type=bystudytype&search=ZETA_POTENTIAL_SECTION&pagesize=100')
    const expected = values.filter(({ loValue }) => Number(loValue) >= 20).map(({ name }) => name)
    const query = `type=facet&category=${category}&lovalue.${category}=20&loqlf.${category}=%3E%3D`
    assert.deepEqual(
      (await substances(query)).map(({ name }) => name),
      expected,
    )
    assert.ok(expected.length > 3)
    assert.equal(await refused(`${db}/substance?type=facet&category=${category}&lovalue.${category}=much`), 400)
  })

  test('related finds the substances that a structure is part of; a structure of none stands in for one', async () => {
    const [entry] = (await dataset('compound/search/all?search=58-56-0')).dataEntry
    assert.equal(entry, undefined)
    const [citric] = (await dataset('compound/search/all?search=77-92-9')).dataEntry
    const uri = encodeURIComponent(citric?.compound.URI ?? '')
    const found = await substances(`type=related&compound_uri=${uri}`)
    assert.deepEqual(
      found.map(({ name }) => name),
      ['EX-Ag-01', 'EX-Au-01', 'EX-CeO2-02', 'EX-HA-01'],
    )
    assert.deepEqual(await substances(`type=reference&compound_uri=${uri}`), [])
    const [hidden] = (await dataset('compound/search/all?search=7647-14-5')).dataEntry
    const [dummy] = await substances(
      `type=related&addDummySubstance=true&compound_uri=${encodeURIComponent(hidden?.compound.URI ?? '')}`,
    )
    assert.equal(dummy?.name, 'Sodium chloride')
  })

  test('studies filter by category, investigation and property, under both names of a parameter', async () => {
    const [{ i5uuid = '' } = {} as Substance] = await substances('search=EX-Au-03')
    const all = await studies(i5uuid)
    const [first] = all
    assert.ok(first)
    for (const name of ['investigation_uuid', 'investigation'])
      assert.deepEqual(
        await studies(i5uuid, `${name}=${first.investigation_uuid}`),
        all.filter((one) => one.investigation_uuid === first.investigation_uuid),
      )
    assert.deepEqual(
      await studies(i5uuid, 'top=TOX&category=ENM_0000068_SECTION'),
      all.filter(({ protocol }) => protocol.category.code === 'ENM_0000068_SECTION'),
    )
    const [row] = await rows(`type=bysubstance&search=${i5uuid}&pagesize=1`)
    for (const query of [`property=${row?.hash}`, `property_uri=https://x.test/property/${row?.hash}/TOX/uuid-1`]) {
      const [only, ...others] = await studies(i5uuid, query)
      assert.equal(only?.uuid, row?.document_uuid, query)
      assert.deepEqual(others, [])
    }
    assert.equal(await refused(`${db}/substance/${i5uuid}/study?property=12`), 400)
    const { body } = await world.ask<Dataset>(
      `${db}/substance/${i5uuid}?property_uris%5B%5D=https://x.test/property/${row?.hash}`,
    )
    const values = Object.entries(body.dataEntry[0]?.values ?? {})
    assert.ok(values.some(([uri, value]) => uri.endsWith(String(row?.hash).toUpperCase()) && value === row?.loValue))
  })

  test('a summary adds up to the studies, and by result to the same', async () => {
    const [{ i5uuid = '' } = {} as Substance] = await substances('search=EX-QD-01')
    interface Facet {
      readonly category: { readonly title: string; readonly order: number }
      readonly interpretation_result: string | null
      readonly count: number
    }
    const facet = async (query: string) =>
      (await world.ask<{ facet: Facet[] }>(`${db}/substance/${i5uuid}/studySummary?${query}`)).body.facet
    const all = await studies(i5uuid)
    const [plain, byResult] = [await facet(''), await facet('result=true')]
    for (const counts of [plain, byResult])
      assert.equal(
        counts.reduce((sum, { count }) => sum + count, 0),
        all.length,
      )
    assert.ok(plain.every((one) => one.interpretation_result === null))
    assert.ok(byResult.some((one) => one.interpretation_result !== null))
    const orders = plain.map(({ category }) => category.order)
    assert.deepEqual(
      orders,
      orders.toSorted((a, b) => a - b),
    )
  })

  test('rows are the same as JSON, as CSV and as tab-separated text', async () => {
    const query = 'type=bystudytype&search=ENM_0000068_SECTION&pagesize=7&page=2'
    const json = await rows(query)
    const { text: csv, headers } = await world.ask(`${db}/investigation?${query}`, { headers: { accept: 'text/csv' } })
    const { text: tsv } = await world.ask(`${db}/investigation?${query}&media=text/plain`)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const [names = [], ...lines] = tsv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split('\t'))
    assert.equal(json.length, 7)
    for (const [at, row] of json.entries())
      for (const [column, name] of names.entries()) assert.equal(lines[at]?.[column], String(row[name] ?? ''), name)
    assert.equal(csv.trimEnd().split('\r\n').length, 8)
    const { body } = await world.ask<Row[]>(`${db}/investigation?${query}&array=true`)
    assert.deepEqual(body, json)
  })

  test('rows are selected by what their type says', async () => {
    const [row] = await rows('type=bystudytype&search=OBI_0302736_SECTION&pagesize=1')
    assert.ok(row)
    for (const [type, search, column] of [
      ['byinvestigation', row.iuuid, 'iuuid'],
      ['byassay', row.auuid, 'auuid'],
      ['byprovider', row.reference_owner, 'reference_owner'],
      ['bycitation', row.reference, 'reference'],
      ['bysubstance', row.s_uuid, 's_uuid'],
      ['byprotocolapplication', row.document_uuid, 'document_uuid'],
    ] as const) {
      const found = await rows(`type=${type}&search=${encodeURIComponent(String(search))}&pagesize=10000`)
      assert.ok(found.length > 0 && found.every((one) => one[column] === search), type)
    }
    const zinc = 'XLOMVQKBTHCTTD-UHFFFAOYSA-N'
    for (const [type, list] of [
      ['bystructure_inchikey', `inchikey=${zinc}&id=ignored`],
      ['bystructure_smiles', `inchikey=${zinc}`],
      ['bystructure_name', `id=${encodeURIComponent('Zinc oxide')}`],
      ['bysubstance_type', 'id=NPO_1542'],
      ['bysubstance_name', 'id=^ex-zno'],
    ] as const) {
      const found = await rows(`type=${type}&search=ZETA_POTENTIAL_SECTION&${list}`)
      assert.deepEqual([...new Set(found.map(({ name }) => name))], ['EX-ZnO-01', 'EX-ZnO-02', 'EX-ZnO-03'], type)
    }
    for (const query of ['type=bysubstance_type&search=NO_SECTION&id=a', 'type=byweight&search=DUSTINESS_SECTION'])
      assert.equal(await refused(`${db}/investigation?${query}`), 400, query)
  })

  test('pages follow each other without gap or overlap, and bounds are refused', async () => {
    const all = await substances('')
    const paged: Substance[] = []
    for (let page = 0; page < 8; page++)
      paged.push(
        ...(await world.ask<{ substance: Substance[] }>(`${db}/substance?page=${page}&pagesize=7`)).body.substance,
      )
    assert.deepEqual(paged, all)
    for (const query of ['pagesize=0', 'pagesize=10001', 'page=-1', 'page=10001', 'max=0'])
      assert.equal(await refused(`${db}/substance?${query}`), 400, query)
  })

  test('unknown databases and substances are 404, malformed identifiers 400', async () => {
    assert.equal(await refused('/enm/elsewhere/substance'), 404)
    assert.equal(await refused(`${db}/query/compound/search/constructor?search=zinc`), 400)
    assert.equal((await world.ask(`${db}/substance?type=constructor&search=zinc`)).status, 200)
    assert.equal(await refused(`${db}/substance/GHSE-00000000-0000-4000-8000-000000000000`), 404)
    assert.equal(await refused(`${db}/substance/9999999`), 404)
    assert.equal(await refused(`${db}/substance/zinc/study`), 400)
    const { body } = await world.ask<{ substance: Substance[] }>(`${db}/substance/1`)
    assert.equal(body.substance[0]?.name, 'EX-Ag-01')
  })

  test('JSONP is a script that calls the function, whose name cannot be more than a name', async () => {
    const { headers, text } = await world.ask(`${db}/substance?pagesize=1&jsonp=show`)
    assert.equal(headers['content-type'], 'application/javascript; charset=utf-8')
    assert.match(text, /^show\(\{"substance":\[.*\}\);$/s)
    assert.equal(await refused(`${db}/substance?jsonp=alert(1)`), 400)
  })
})

/** Reports whether the answer has what an example shows, which may leave out records and members. */
function assertShown(example: unknown, answer: unknown, where: string): void {
  if (Array.isArray(example)) {
    assert.ok(Array.isArray(answer), where)
    for (const [at, item] of example.entries()) assertShown(item, answer[at], `${where}[${at}]`)
  } else if (typeof example === 'object' && example !== null)
    for (const [name, value] of Object.entries(example)) assertShown(value, Object(answer)[name], `${where}.${name}`)
  else assert.equal(answer, example, where)
}
