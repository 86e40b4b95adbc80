// The provider's wire: members and their order, statuses, errors, what counts as today and as next, long weekends,
// speed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlmanac } from './provider/holidays/almanac.ts'
import { longWeekends, weekendOf } from './provider/holidays/long-weekends.ts'
import { askAt, oracleRows } from './test/world.ts'

const ask = askAt('2026-03-20T12:00:00Z')

async function list(path: string, from = ask): Promise<Record<string, unknown>[]> {
  const { status, body } = await from(path)
  assert.equal(status, 200, path)
  assert.ok(Array.isArray(body), path)
  return body.map(Object)
}
async function statusOf(path: string, from = ask): Promise<number> {
  return (await from(path)).status
}

test("a holiday has the provider's members in its order, on the observed day", async () => {
  const holidays = await list('/PublicHolidays/2026/US')
  const independence = holidays.find(({ name }) => name === 'Independence Day')
  assert.equal(
    JSON.stringify(independence),
    '{"date":"2026-07-03","localName":"Independence Day","name":"Independence Day","countryCode":"US","fixed":false,' +
      '"global":true,"counties":null,"launchYear":null,"types":["Public","Bank"]}',
  )
  const regional = holidays.filter(({ name }) => name === 'Columbus Day')
  assert.deepEqual(
    regional.map(({ global, types }) => [global, types]),
    [
      [false, ['Public']],
      [true, ['Bank']],
    ],
  )
  const [first] = (await list('/PublicHolidays/2026/DE')).filter(({ name }) => name === 'Epiphany')
  assert.deepEqual(first?.counties, ['DE-BW', 'DE-BY', 'DE-ST'])
})

test('a list is in the order of the original days and may include observed days of the previous year', async () => {
  assert.equal((await list('/PublicHolidays/2022/US'))[0]?.date, '2021-12-31')
  const wellington = (await list('/PublicHolidays/2026/NZ')).map(({ date }) => date)
  assert.deepEqual(wellington.slice(1, 4), ['2026-01-02', '2026-01-19', '2026-01-26'])
})

test('years have four digits, even in the first centuries', async () => {
  assert.equal((await list('/PublicHolidays/1/DE'))[0]?.date, '0001-01-01')
})

test('country codes match in any case', async () => {
  assert.deepEqual(await ask('/PublicHolidays/2026/de'), await ask('/PublicHolidays/2026/DE'))
  assert.equal((await ask('/CountryInfo/aT')).status, 200)
})

test('a country that is unknown or has no holidays is a 404 with problem details', async () => {
  const unknown = ['XX', 'ZZZ', 'D', '__proto__', 'constructor', 'AQ', 'BV', 'HM', 'TF', 'GS', 'UM']
  for (const code of unknown) {
    for (const path of [`/PublicHolidays/2026/${code}`, `/NextPublicHolidays/${code}`, `/LongWeekend/2026/${code}`]) {
      const { status, headers, body } = await ask(path)
      assert.equal(status, 404, path)
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
      assert.deepEqual(Object.keys(Object(body)), ['type', 'title', 'status', 'traceId'])
      assert.deepEqual([Object(body).title, Object(body).status], ['Not Found', 404])
      assert.match(Object(body).traceId, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    }
    assert.equal(await statusOf(`/IsTodayPublicHoliday/${code}`), 404)
  }
  assert.equal(await statusOf('/CountryInfo/XX'), 404)
  assert.equal(await statusOf('/CountryInfo/AQ'), 200)
})

test("a year that is not a number is refused in the provider's words, before the country is checked", async () => {
  const { status, headers, body } = await ask('/PublicHolidays/abcd/XX')
  assert.equal(status, 400)
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
  const { traceId, ...rest } = Object(body)
  assert.match(traceId, /^00-/)
  assert.deepEqual(rest, {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    errors: { year: ["The value 'abcd' is not valid."] },
  })
  for (const year of ['2026.5', '1e3', '0x7ea', '99999999999', '0', '-5', '10000', '2026-01'])
    assert.equal(await statusOf(`/PublicHolidays/${year}/DE`), 400, year)
  const tooLong = Object((await ask('/PublicHolidays/2147483648/DE')).body).errors
  assert.deepEqual(tooLong, { year: ["The value '2147483648' is not valid."] })
  for (const year of ['1', '1582', '9999', '02026', '+2026'])
    assert.equal(await statusOf(`/PublicHolidays/${year}/DE`), 200, year)
})

test('the next holidays are the public ones from today to the same day next year', async () => {
  const german = await list('/NextPublicHolidays/DE')
  assert.deepEqual([german[0]?.date, german.at(-1)?.date], ['2026-04-03', '2027-03-08'])
  assert.ok(german.every(({ types }) => Object(types).includes('Public')))
  const onTheDay = askAt('2026-12-25T23:59:59Z')
  const christmas = (await list('/NextPublicHolidays/FR', onTheDay)).map(({ date }) => date)
  assert.deepEqual([christmas[0], christmas.at(-1)], ['2026-12-25', '2027-12-25'])
  const leapDay = (await list('/NextPublicHolidays/BG', askAt('2024-02-29T00:00:00Z'))).map(({ date }) => date)
  assert.deepEqual([leapDay[0], leapDay.at(-1)], ['2024-03-04', '2025-01-01'])
  const swiss = (await list('/NextPublicHolidays/CH', askAt('2024-02-29T00:00:00Z'))).map(({ date }) => date)
  assert.ok(swiss.includes('2024-03-01') && !swiss.includes('2025-03-01'))
})

test('the next holidays are selected by the original day although the observed one is shown', async () => {
  const afterObserved = askAt('2026-07-04T12:00:00Z')
  assert.equal((await list('/NextPublicHolidays/US', afterObserved))[0]?.date, '2026-07-03')
})

test('the worldwide week has the public holidays of all countries, by day', async () => {
  const world = await list('/NextPublicHolidaysWorldwide', askAt('2026-12-24T08:00:00Z'))
  const rows = oracleRows('oracle-2026.tsv').filter(({ original }) => original >= '2026-12-24')
  const expected = rows.filter(({ types }) => types.includes('Public')).map(({ country, name }) => `${country} ${name}`)
  const names = new Set(world.map(({ countryCode, name }) => `${countryCode} ${name}`))
  const missing = expected.filter((one) => !names.has(one) && !one.endsWith('Evey'))
  assert.deepEqual(missing, [])
  assert.ok(world.length >= expected.length && world.every(({ types }) => Object(types).includes('Public')))
  assert.ok(world.every(({ date }) => String(date) >= '2026-12-24' && String(date) <= '2027-01-02'))
  const german = world.filter(({ countryCode }) => countryCode === 'AT' || countryCode === 'DE')
  assert.deepEqual(
    german.map(({ countryCode, date }) => `${countryCode} ${date}`),
    ['AT 2026-12-25', 'DE 2026-12-25', 'AT 2026-12-26', 'DE 2026-12-26'],
  )
  const onChristmas = world.filter(({ date, name }) => date === '2026-12-25' && name === 'Christmas Day')
  const codes = onChristmas.map(({ countryCode }) => countryCode)
  assert.deepEqual(codes, [...codes].sort())
})

test('today is answered by status alone, on the observed day', async () => {
  const observed = askAt('2026-07-03T12:00:00Z')
  assert.deepEqual(await observed('/IsTodayPublicHoliday/US'), { status: 200, headers: {}, body: undefined })
  assert.equal(await statusOf('/IsTodayPublicHoliday/US', askAt('2026-07-04T12:00:00Z')), 204)
  assert.equal(await statusOf('/IsTodayPublicHoliday/US', askAt('2021-12-31T12:00:00Z')), 200)
})

test('today counts a regional holiday only for its region, and no other types', async () => {
  const epiphany = askAt('2026-01-06T12:00:00Z')
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE', epiphany), 204)
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE?countyCode=DE-BY', epiphany), 200)
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE?countyCode=de-by', epiphany), 200)
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE?countyCode=DE-BE', epiphany), 204)
  assert.equal(await statusOf('/IsTodayPublicHoliday/BE', askAt('2026-04-03T12:00:00Z')), 204)
})

test('the UTC offset decides which day today is; more than twelve hours are refused', async () => {
  const lateEve = askAt('2025-12-31T23:30:00Z')
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE', lateEve), 204)
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE?offset=1', lateEve), 200)
  assert.equal(await statusOf('/IsTodayPublicHoliday/DE?offset=-1', askAt('2026-01-02T00:30:00Z')), 200)
  for (const offset of ['13', '-13', 'x', '1.5']) {
    const { status, body } = await ask(`/IsTodayPublicHoliday/DE?offset=${offset}`)
    assert.equal(status, 400, offset)
    assert.deepEqual(Object.keys(Object(body).errors), ['offset'])
  }
})

test('long weekends join holidays and weekends over one bridge day', async () => {
  const french = await list('/LongWeekend/2026/FR')
  assert.deepEqual(french.slice(0, 3), [
    { startDate: '2026-01-01', endDate: '2026-01-04', dayCount: 4, needBridgeDay: true, bridgeDays: ['2026-01-02'] },
    { startDate: '2026-04-04', endDate: '2026-04-06', dayCount: 3, needBridgeDay: false, bridgeDays: [] },
    { startDate: '2026-05-01', endDate: '2026-05-03', dayCount: 3, needBridgeDay: false, bridgeDays: [] },
  ])
  // Good Friday is a bank holiday in Belgium, so Easter begins on Saturday
  assert.ok((await list('/LongWeekend/2026/BE')).some(({ startDate }) => startDate === '2026-04-04'))
  const none = await list('/LongWeekend/2026/FR?availableBridgeDays=0')
  assert.ok(none.every(({ needBridgeDay }) => needBridgeDay === false))
  const longer = await list('/LongWeekend/2026/FR?availableBridgeDays=2')
  assert.deepEqual(longer.find(({ startDate }) => startDate === '2026-11-07')?.bridgeDays, ['2026-11-10', '2026-11-09'])
})

test('regional holidays make long weekends for callers that name the region', async () => {
  const starts = async (query: string) => (await list(`/LongWeekend/2026/DE${query}`)).map(({ startDate }) => startDate)
  assert.ok(!(await starts('')).includes('2026-06-04'))
  assert.ok((await starts('?subdivisionCode=DE-BY')).includes('2026-06-04'))
  assert.equal(await statusOf('/LongWeekend/abc/DE'), 400)
  assert.equal(await statusOf('/LongWeekend/2026/DE?availableBridgeDays=101'), 400)
  assert.equal(await statusOf('/LongWeekend/2026/DE?availableBridgeDays=100'), 200)
})

test('two directions that together need too many bridge days count separately, and a weekend within another is omitted', () => {
  const wednesday = Date.parse('2026-11-11') / 86_400_000
  const usual = { weekend: [6, 0], bridgeDays: 2 }
  assert.deepEqual(
    longWeekends([wednesday], usual).map(({ startDate, endDate }) => [startDate, endDate]),
    [
      ['2026-11-07', '2026-11-11'],
      ['2026-11-11', '2026-11-15'],
    ],
  )
  const [both, ...others] = longWeekends([wednesday], { ...usual, bridgeDays: 4 })
  assert.deepEqual([both?.dayCount, others], [9, []])
  assert.deepEqual(longWeekends([wednesday], { ...usual, bridgeDays: 1 }), [])
  assert.deepEqual(longWeekends([wednesday - 1, wednesday], { ...usual, bridgeDays: 0 }), [])
  assert.deepEqual(longWeekends([wednesday + 2, wednesday + 5], usual).length, 1)
})

test('weekends follow the country', async () => {
  assert.deepEqual([weekendOf('DE'), weekendOf('EG'), weekendOf('HK'), weekendOf('DJ')], [[6, 0], [5, 6], [0], [5]])
  assert.ok((await list('/LongWeekend/2026/EG')).length > 0)
})

test('the covered countries are those with holidays, by code, with their English names', async () => {
  const countries = await list('/AvailableCountries')
  const codes = countries.map(({ countryCode }) => String(countryCode))
  assert.deepEqual(codes, [...codes].sort())
  assert.equal(codes.length, 203)
  assert.deepEqual(countries[0], { countryCode: 'AD', name: 'Andorra' })
  const covered = new Set(codes)
  for (const { country } of oracleRows('oracle-2026.tsv')) assert.ok(covered.has(country), country)
  for (const code of 'AM AO AW CN CW EG HK KR ML PH SG SR SY TR XK'.split(' ')) assert.ok(covered.has(code), code)
  assert.ok(countries.every(({ name, countryCode }) => name !== countryCode))
})

test('a country lists its neighbours, whose own lists are null, and all borders are mutual', async () => {
  const { body } = await ask('/CountryInfo/AT')
  const { borders, ...austria } = Object(body)
  assert.deepEqual(austria, {
    commonName: 'Austria',
    officialName: 'Republic of Austria',
    countryCode: 'AT',
    region: 'Europe',
  })
  const neighbours: { countryCode: string; borders: unknown }[] = borders
  assert.deepEqual(neighbours.map(({ countryCode }) => countryCode).join(' '), 'CH CZ DE HU IT LI SI SK')
  assert.ok(neighbours.every((neighbour) => neighbour.borders === null))
  for (const { countryCode } of neighbours) {
    const back: { countryCode: string }[] = Object((await ask(`/CountryInfo/${countryCode}`)).body).borders
    assert.ok(
      back.some((one) => one.countryCode === 'AT'),
      countryCode,
    )
  }
  assert.deepEqual(Object((await ask('/CountryInfo/IS')).body).borders, [])
})

test('the service names itself', async () => {
  assert.deepEqual(Object.keys(Object((await ask('/Version')).body)), ['name', 'version'])
})

test('requested years are cached within a bound', async () => {
  const country = await createAlmanac().country('SE')
  const year1900 = country?.year(1900)
  assert.equal(country?.year(1900), year1900)
  for (let year = 1; year <= 2100; year++) if (year !== 1900) country?.year(year)
  assert.notEqual(country?.year(1900), year1900)
  assert.deepEqual(country?.year(1900), year1900)
})

test('every year of a country is computed once', async () => {
  const almanac = createAlmanac()
  for (const code of ['US', 'DE', 'LV', 'KR']) {
    const country = await almanac.country(code)
    const allYears = () => Array.from({ length: 201 }, (_, index) => country?.year(1900 + index))
    const first = allYears()
    for (const [index, holidays] of allYears().entries())
      assert.equal(holidays, first[index], `${code} ${1900 + index}`)
  }
})
