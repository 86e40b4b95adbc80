// Imports on both databases: bodies of AMBIT and documents of Solr come back as they were, and a file is stored whole
// or not at all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Failure } from '#define'
import { eachStore } from '../../tests/harness/services.ts'
import { hasIndigo, testEngines } from './test/engines.ts'
import { namedMigrations, openWorld, type World } from './test/world.ts'

type Body = Record<string, Record<string, unknown>[]>

const db = '/enm/nanoreg2'
const rejects = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)

const bodyOf = async (world: World, path: string) => (await world.ask<Body>(`${db}/${path}`)).body
const uuidsOf = async (world: World) =>
  ((await bodyOf(world, 'substance?pagesize=100')).substance ?? []).map(({ i5uuid }) => String(i5uuid))
/** The sample of a database as the bodies that AMBIT would send, one after another. */
async function exported(world: World): Promise<{ text: string; uuids: string[] }> {
  const uuids = await uuidsOf(world)
  const paths = uuids.flatMap((uuid) => [`substance/${uuid}/composition?all=true`, `substance/${uuid}/study`])
  const bodies = [
    await bodyOf(world, 'substance?pagesize=100'),
    await bodyOf(world, 'query/smarts?search=*&pagesize=100'),
  ]
  for (const path of paths) bodies.push(await bodyOf(world, path))
  return { text: bodies.map((body) => JSON.stringify(body)).join('\n'), uuids }
}
const substance = {
  i5uuid: 'TEST-00000000-0000-4000-8000-000000000001',
  name: 'Soot',
  ownerName: 'Nobody',
  substanceType: 'CHEBI_82297',
}
const study = {
  uuid: 'TEST-00000000-0000-4000-8000-00000000000a',
  owner: { substance: { uuid: substance.i5uuid } },
  protocol: {
    topcategory: 'TOX',
    category: { code: 'ENM_0000068_SECTION' },
    endpoint: 'Viability',
    guideline: ['MTT'],
  },
  parameters: { 'E.method': 'MTT', TIME: { loValue: 24, unit: 'h' } },
  effects: [{ endpoint: 'IC50', conditions: {}, result: { unit: 'ug/ml', loValue: 12 } }],
}

await eachStore('an import of nanomaterials', (database) => {
  const openHere = async (kit = {}) => {
    await database.store.migrate('nanomaterials', namedMigrations)
    await database.store.db.deleteFrom('nanomaterials_records' as never).execute()
    return openWorld({ database: database.store, migrated: true, kit })
  }

  test('bodies of AMBIT come back as they were, no longer as a sample, and repeating them changes nothing', async () => {
    const [sample, world] = [await openWorld(), await openHere()]
    const { text, uuids } = await exported(sample)
    const counts = await world.importFile(gzipSync(text), { name: 'export.json.gz', pieceBytes: 4096 })
    assert.equal(counts.substances, uuids.length)
    for (const path of [
      'substance?pagesize=100&studysummary=true',
      'query/study',
      ...uuids.flatMap((uuid) => [
        `substance/${uuid}/study`,
        `substance/${uuid}/composition?all=true`,
        `substance/${uuid}/structures`,
      ]),
      'query/compound/search/all?search=citric%20acid',
      'query/smarts?search=C(=O)O',
      'investigation?type=bystudytype&search=ENM_0000068_SECTION&pagesize=100',
    ])
      assert.deepEqual(await bodyOf(world, path), await bodyOf(sample, path), path)
    const { headers, body } = await world.ask<Body>(`${db}/substance`)
    assert.equal(headers['x-gateway-sample'], undefined)
    assert.equal(body.substance?.length, uuids.length)
    await world.importFile(text, { name: 'again.json', pieceBytes: 65_536 })
    assert.deepEqual(await uuidsOf(world), uuids)
    const rows = await database.store.db
      .selectFrom('nanomaterials_records' as never)
      .selectAll()
      .execute()
    assert.equal(rows.length, uuids.length)
    await Promise.all([sample.close(), world.close()])
  })

  test('an export of Solr comes back with its studies, conditions, parameters and components', async () => {
    const [sample, world] = [await openWorld(), await openHere()]
    const all = `q=type_s:substance+AND+dbtag_hss:NANOREG2&rows=100&fl=*,[child+parentFilter=type_s:substance+limit=-1]`
    const { text } = await sample.ask(`/select?${all}`)
    await world.importFile(text, { name: 'solr.json', pieceBytes: 65_536 })
    const facets = 'q=*:*&fq={!child+of=type_s:substance}dbtag_hss:NANOREG2&rows=0&facet=true&facet.limit=-1'
    const fields = [
      'type_s',
      'topcategory_s',
      'unit_s',
      'E.method_s',
      'CONCENTRATION_d',
      'CONCENTRATION_UNIT_s',
      'loValue_d',
      'formula_s',
      'component_s',
    ]
    const query = `/select?${facets}&${fields.map((field) => `facet.field=${field}`).join('&')}&facet.mincount=1`
    const counts = async (from: World) => (await from.ask<{ facet_counts: object }>(query)).body.facet_counts
    const [expected, found] = [await counts(sample), await counts(world)]
    assert.deepEqual(found, expected)
    await Promise.all([sample.close(), world.close()])
  })

  test('a later file adds studies, replaces those it names again, and leaves the rest', async () => {
    const world = await openHere()
    await world.importFile(JSON.stringify({ substance: [{ ...substance, study: [study] }] }), { name: 'nanoreg2.json' })
    const changed = { ...study, effects: [{ ...study.effects[0], result: { loValue: 13 } }] }
    const added = { ...study, uuid: 'TEST-00000000-0000-4000-8000-00000000000b' }
    await world.importFile(JSON.stringify({ study: [changed, added] }), { name: 'nanoreg2-studies.json' })
    const { study: studies = [] } = await bodyOf(world, `substance/${substance.i5uuid}/study`)
    assert.deepEqual(
      studies.map(({ uuid, effects }) => [uuid, Object(effects)[0].result.loValue]),
      [
        [study.uuid, 13],
        [added.uuid, 12],
      ],
    )
    assert.deepEqual(await uuidsOf(world), [substance.i5uuid])
    await world.close()
  })

  test('the bundles of imported records are kept', async () => {
    const world = await openHere()
    const bundles = { 'https://there.test/bundle/7': { count: 1, tag: 'selected', remarks: 'round robin' } }
    await world.importFile(JSON.stringify({ substance: [{ ...substance, bundles }] }), { name: 'nanoreg2.json' })
    const here = 'https://here.test/bundle/7'
    const { substance: [listed] = [] } = await bodyOf(world, `substance?bundle_uri=${encodeURIComponent(here)}`)
    assert.deepEqual(Object(listed).bundles, { [here]: bundles['https://there.test/bundle/7'] })
    await world.close()
  })

  test('structures that have only SMILES get InChI, key and formula', async () => {
    const world = await openHere()
    const smiles = 'http://x.test/feature/http%3A%2F%2Fwww.opentox.org%2Fapi%2F1.1%23SMILESDefault'
    const composition = [
      { relation: 'HAS_COATING', component: { compound: { name: 'Ethanol' }, values: { [smiles]: 'CCO' } } },
    ]
    await world.importFile(JSON.stringify({ ...substance, composition }), { name: 'nanoreg2.json' })
    const { composition: [part] = [] } = await bodyOf(world, `substance/${substance.i5uuid}/composition`)
    const { inchikey, formula } = Object(part?.component).compound
    assert.deepEqual([inchikey, formula], ['LFQSCWFLJHTTHZ-UHFFFAOYSA-N', 'C2H6O'])
    await world.close()
  })

  test('structures of a substance have the SMILES of the file, whether its column is named by address or by title', async () => {
    const feature = { 'http://x.test/feature/7': { title: 'smiles', sameAs: 'http://x.test/CHEMINF_000018' } }
    for (const column of [
      'http://x.test/feature/http%3A%2F%2Fwww.opentox.org%2Fapi%2F1.1%23SMILESDefault',
      'http://x.test/feature/7',
    ]) {
      const world = await openHere()
      const component = { compound: { name: 'Ethanol' }, values: { [column]: 'CCO' } }
      const composition = [{ relation: 'HAS_COATING', component }]
      await world.importFile(JSON.stringify({ ...substance, composition, feature }), {
        name: 'nanoreg2.json',
      })
      const { dataEntry: [entry] = [] } = await bodyOf(world, `substance/${substance.i5uuid}/structures`)
      assert.ok(Object.values(Object(entry?.values)).includes('CCO'), column)
      await world.close()
    }
  })

  test('structures that have only InChI get SMILES from the engine that reads it, and are found by substructure', async (t) => {
    const compound = { inchi: 'InChI=1S/C3H7NO2/c1-2(4)3(5)6/h2H,4H2,1H3,(H,5,6)/t2-/m0/s1' }
    const text = JSON.stringify({ ...substance, composition: [{ relation: 'HAS_COATING', component: { compound } }] })
    const other = 'InChI=1S/C4H9NO2/c1-2-3(5)4(6)7/h3H,2,5H2,1H3,(H,6,7)'
    const without = await openHere()
    await without.importFile(text, { name: 'nanoreg2.json' })
    assert.deepEqual((await bodyOf(without, 'query/smarts?search=NCC(=O)O')).dataEntry, [])
    const refused = await without.ask<{ error: { msg: string } }>(`${db}/query/similarity?search=${other}`)
    assert.equal(refused.status, 400)
    assert.match(refused.body.error.msg, /gatehouse engines add indigo/)
    await without.close()
    if (!hasIndigo()) return t.diagnostic('the engine is not there: gatehouse engines add indigo --data .engines')
    const world = await openHere({ enginesFolder: testEngines })
    await world.importFile(text, { name: 'nanoreg2.json' })
    const [entry] = (await bodyOf(world, 'query/smarts?search=NCC(=O)O')).dataEntry ?? []
    assert.deepEqual(
      Object.values(Object(entry?.values)).filter((value) => !String(value).startsWith('InChI')),
      ['C[C@H](N)C(=O)O', 'QNAYBMKLOCPYGJ-REOHCLBHSA-N'],
    )
    const similar = await bodyOf(world, `query/similarity?threshold=0.3&search=${encodeURIComponent(other)}`)
    assert.equal(similar.dataEntry?.length, 1)
    await world.close()
  })

  test('a file with anything wrong is refused as a whole, with the place', async () => {
    const world = await openHere()
    const good = JSON.stringify({ substance: [substance] })
    for (const [text, reason] of [
      [`${good}\n{"substance": [{"name": "no uuid"}]}`, /line 2, record 1: the substance has no UUID/],
      [`${good}\n{"study": [{"uuid": "a"}]}`, /line 2, record 1/],
      [`${good}\n{"other": 1}`, /line 2: it is neither/],
      [`${good}\n{"substance": [}`, /line 2/],
      [`${good}\n{"substance": [`, /truncated/],
      [JSON.stringify({ study: [study] }), /import it first/],
      ['', /nothing to import/],
      ['name,value', /where an object should begin/],
    ] as const)
      await assert.rejects(world.importFile(text, { name: 'nanoreg2.json' }), rejects(reason), text)
    assert.equal((await world.ask(`${db}/substance`)).headers['x-gateway-sample'], 'true')
    await world.close()
  })
})
