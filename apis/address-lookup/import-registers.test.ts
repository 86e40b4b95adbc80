// Imports of registers and gazetteers in their published layouts, on each database. All rows are made up.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { type Json, openWorld, type World } from './test/world.ts'

const coreColumns =
  'UPRN,PARENT_UPRN,UDPRN,USRN,TOID,CLASSIFICATION_CODE,EASTING,NORTHING,LATITUDE,LONGITUDE,RPC,LAST_UPDATE_DATE,' +
  'SINGLE_LINE_ADDRESS,PO_BOX,ORGANISATION,SUB_BUILDING,BUILDING_NAME,BUILDING_NUMBER,STREET_NAME,LOCALITY,TOWN_NAME,' +
  'POST_TOWN,ISLAND,POSTCODE,DELIVERY_POINT_SUFFIX,GSS_CODE,CHANGE_CODE'
const coreRow = (members: Readonly<Record<string, string>>) =>
  coreColumns
    .split(',')
    .map((name) => members[name] ?? '')
    .join(',')
const inOtherbury = { STREET_NAME: 'MILL LANE', POST_TOWN: 'OTHERBURY', POSTCODE: 'ZX2 3CD', GSS_CODE: 'W06000099' }
const mill = { UPRN: '100000000001', BUILDING_NUMBER: '4', TOWN_NAME: 'UPPER HAM', LOCALITY: 'HAM MEADOW' }
const located = { EASTING: '400100.00', NORTHING: '300200.00', LATITUDE: '52.6', LONGITUDE: '-1.99' }

const gnafColumns =
  'ADDRESS_DETAIL_PID|DATE_CREATED|ADDRESS_LABEL|ADDRESS_SITE_NAME|BUILDING_NAME|FLAT_TYPE|FLAT_NUMBER|LEVEL_TYPE|' +
  'LEVEL_NUMBER|NUMBER_FIRST|NUMBER_LAST|LOT_NUMBER|STREET_NAME|STREET_TYPE|STREET_SUFFIX|LOCALITY_NAME|STATE|POSTCODE|' +
  'LEGAL_PARCEL_ID|MB_CODE|ALIAS_PRINCIPAL|PRINCIPAL_PID|PRIMARY_SECONDARY|PRIMARY_PID|GEOCODE_TYPE|LONGITUDE|LATITUDE'
const gnafRow = (pid: string, alias = 'P') =>
  `${pid}|2020-01-01|UNIT 3 12-14 EXAMPLE STREET|||UNIT|3|||12|14||EXAMPLE|STREET|NORTH|SAMPLEVALE|VIC|3999|1|2|${alias}|||||145.1|-37.9`

const geoName = (id: number, members: Readonly<Record<number, string>>) => {
  const cells = [String(id), `Town ${id}`, `Town ${id}`, 'Oldname,Vieux', '51.5', '-1.25', 'P', 'PPL', 'GB', '']
  const rest = ['ENG', 'K2', '', '', '1234', '', '70', 'Europe/London', '2026-01-02']
  return [...cells, ...rest].map((cell, at) => members[at] ?? cell).join('\t')
}
const openName = (id: string, name: string, kind: string, type = 'populatedPlace') =>
  [
    ...[
      id,
      `http://data.example/${id}`,
      name,
      '',
      '',
      '',
      type,
      kind,
      '400100',
      '300200',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ],
    ...['ZX1', '', '', '', '', 'Otherbury', '', '', 'Hamshire', '', '', 'Midlands', '', 'England', '', '', '', ''],
  ].join(',')

await eachStore('imports of registers', (database) => {
  let world: World
  before(async () => {
    world = await openWorld({ database: database.store })
  })
  const names = async (query: string) =>
    (await world.result<{ hits: Json[] }>(`/places?${query}`)).hits.map((hit) => hit.descriptive_name)

  test('AddressBase Core becomes addresses by their UPRN, found by UDPRN, and an update withdraws them', async () => {
    const file = [
      coreColumns,
      coreRow({ ...mill, ...inOtherbury, ...located, UDPRN: '52000001' }),
      coreRow({ ...inOtherbury, UPRN: '100000000002', BUILDING_NAME: 'THE OLD MILL', SUB_BUILDING: 'FLAT 2' }),
      coreRow({ ...inOtherbury, UPRN: '100000000003' }),
    ].join('\r\n')
    assert.deepEqual(await world.importFile(file), { addresses: 2, invalid: 1, removed: 0 })
    world.clock.advance(5000)
    const address = await world.result('/udprn/52000001')
    assert.deepEqual(
      [address.id, address.line_1, address.line_2, address.line_3, address.post_town, address.country],
      ['ab_100000000001', '4 Mill Lane', 'Ham Meadow', 'Upper Ham', 'Otherbury', 'Wales'],
    )
    assert.deepEqual([address.eastings, address.latitude, address.uprn], [400_100, 52.6, '100000000001'])
    assert.equal(Object(address.native).single_line_address, undefined)
    const withdrawn = [coreColumns, coreRow({ ...mill, ...inOtherbury, CHANGE_CODE: 'D' })].join('\r\n')
    assert.deepEqual(await world.importFile(withdrawn), { addresses: 0, invalid: 0, removed: 1 })
    assert.deepEqual(await world.codeOf('/udprn/52000001'), [404, 4044])
  })

  test('an address without a UDPRN has one of the private range, under which it is found, and keeps it', async () => {
    const listed = async () => (await world.ask<{ result: Json[] }>('/postcodes/ZX23CD')).body.result
    const [old] = await listed()
    assert.ok(Number(old?.udprn) > 1_000_000_000 && Number(old?.udprn) <= 2_000_000_000)
    assert.equal((await world.result(`/udprn/${old?.udprn}`)).id, 'ab_100000000002')
    const again = coreRow({ ...inOtherbury, UPRN: '100000000002', BUILDING_NAME: 'THE NEW MILL' })
    await world.importFile([coreColumns, again].join('\n'))
    const [renamed] = await listed()
    assert.deepEqual([renamed?.udprn, renamed?.building_name], [old?.udprn, 'The New Mill'])
  })

  test('Open UPRN and the ONS UPRN Directory locate addresses by their UPRN, and say what they could not join', async () => {
    await world.importFile(
      'postcode,post_town,thoroughfare,building_number,udprn,uprn\nZX4 4AA,Otherbury,Low Road,1,54000001,000100000000011\n' +
        'ZX4 4AA,Otherbury,Low Road,2,54000002,100000000012\n',
    )
    const openUprn = [
      'UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE',
      '100000000011,400100.0,300200.0,52.6,-1.99',
      '100000000099,400100.0,300200.0,52.6,-1.99',
      '100000000098,0,0,,',
      'none,1,1,1,1',
    ].join('\n')
    assert.deepEqual(await world.importFile(openUprn), {
      ...{ properties: 2, addresses: 1, unmatched: 1 },
      ...{ unlocated: 1, invalid: 1 },
    })
    const directory =
      'UPRN,GRIDGB1E,GRIDGB1N,PCDS,OA21CD,CTY25CD,CED25CD,LAD25CD,WD25CD,HLTH19CD,CTRY25CD,RGN25CD\n' +
      '100000000012,651410,313177,ZX4 4AA,S1,S2,S3,S4,S5,S6,S92000003,S7\n'
    const counts = { properties: 1, addresses: 1, unmatched: 0, unlocated: 0, invalid: 0 }
    assert.deepEqual(await world.importFile(directory), counts)
    // an address keeps the coordinates that it has
    assert.deepEqual(await world.importFile(directory), { ...counts, addresses: 0 })
    const [first, second] = [await world.result('/udprn/54000001'), await world.result('/udprn/54000002')]
    assert.deepEqual([first.uprn, first.latitude, first.eastings], ['100000000011', 52.6, 400_100])
    assert.deepEqual([Number(second.latitude).toFixed(3), second.country], ['52.658', 'Scotland'])
  })

  test('the core of G-NAF becomes Australian addresses, without further names of the same one', async () => {
    const file = [gnafColumns, gnafRow('GAVIC411711441'), gnafRow('GAVIC2', 'A'), 'broken|'].join('\n')
    assert.deepEqual(await world.importFile(file), { addresses: 1, invalid: 1, removed: 1 })
    world.clock.advance(5000)
    const { hits } = await world.result<{ hits: Json[] }>('/autocomplete/addresses?query=12-14 example&context=aus')
    assert.deepEqual(hits, [
      { id: 'gnaf_GAVIC411711441', suggestion: 'Unit 3, 12-14 Example Street North, Samplevale, 3999', urls: {} },
    ])
    const address = await world.result('/autocomplete/addresses/gnaf_GAVIC411711441/gbr')
    assert.deepEqual([address.country, address.country_iso_2, address.latitude], ['Australia', 'AU', -37.9])
    assert.equal(Object(address.native).locality_name, 'SAMPLEVALE')
  })

  test('places of GeoNames have the names of their areas, replace the sample, and say no longer that they are one', async () => {
    assert.equal((await world.ask('/places?query=lond&api_key=ak_example')).headers['x-gateway-sample'], 'true')
    assert.deepEqual(await world.importFile('GB.ENG\tEngland\tEngland\t6269131\n'), { areas: 1, invalid: 0 })
    assert.deepEqual(await world.importFile('GB.ENG.K2\tOxfordshire\tOxfordshire\t2640726\n'), { areas: 1, invalid: 0 })
    const file = [
      geoName(11, { 1: 'Otherbury', 14: '500' }),
      geoName(12, { 1: 'Otherbury', 8: 'CA', 14: '90000' }),
      geoName(13, { 6: 'H' }),
      geoName(14, { 4: 'x' }).replace('\tP\t', '\tP\t'),
      geoName(15, { 8: 'QQ' }),
    ].join('\n')
    assert.deepEqual(await world.importFile(file), { places: 2, others: 1, invalid: 2 })
    world.clock.advance(5000)
    assert.deepEqual(await names('query=otherb'), ['Otherbury', 'Otherbury, Oxfordshire, England'])
    assert.deepEqual(await names('query=london'), [])
    const place = await world.ask<{ result: Json }>('/places/geonames_11?api_key=ak_example')
    assert.equal(place.headers['x-gateway-sample'], undefined)
    const native = Object(place.body.result.native)
    assert.deepEqual([native.population, native.alternatenames], ['500', ['Oldname', 'Vieux']])
    assert.equal(native.modification_date, '2026-01-02')
  })

  test('populated places of Open Names are found, larger kinds first, and other features left out', async () => {
    const file = [
      openName('osgb4000000000000001', 'Otherbury', 'Village'),
      openName('osgb4000000000000002', 'Otherbury', 'City'),
      openName('osgb4000000000000003', 'Otherbury Lane', 'Named Road', 'transportNetwork'),
    ].join('\n')
    assert.deepEqual(await world.importFile(file), { places: 2, others: 1, invalid: 0 })
    const { hits } = await world.result<{ hits: Json[] }>('/places?query=otherbury&country_iso=GBR')
    assert.deepEqual(
      hits.map((hit) => hit.descriptive_name),
      ['Otherbury, Hamshire, England', 'Otherbury, Hamshire, England', 'Otherbury, Oxfordshire, England'],
    )
    const place = await world.result(`/places/${hits[0]?.id}`)
    assert.deepEqual([Object(place.native).local_type, Object(place.native).population], ['City', '0'])
  })
})
