// Days set by laws, proclamations and calendars in years other than the oracle's, and invariants for every country and
// year.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlmanac, type Entry } from './provider/holidays/almanac.ts'
import { leftOut } from './provider/holidays/left-out.ts'
import { dayOf } from './provider/language/days.ts'
import { holidayTypes } from './provider/language/rules.ts'
import { askAt, ownRows } from './test/world.ts'

/** The observed days of a name in a year, each with its regions. */
async function days(country: string, year: number, name: string): Promise<string[]> {
  const rows = (await ownRows(country, year)).filter((row) => row.name === name)
  return rows.map(({ observed, counties }) => (counties === '' ? observed : `${observed} ${counties}`))
}
/** The years of a span in which a name is listed. */
async function yearsOf(country: string, name: string, [first, last]: [number, number]): Promise<number[]> {
  const years: number[] = []
  for (let year = first; year <= last; year++) if ((await days(country, year, name)).length > 0) years.push(year)
  return years
}
async function expectDays(country: string, name: string, byYear: Record<number, string[]>): Promise<void> {
  for (const [year, expected] of Object.entries(byYear))
    assert.deepEqual(await days(country, Number(year), name), expected, `${country} ${name} ${year}`)
}

test("every list belongs to its year by the original day, without duplicates, types in the provider's order", async () => {
  const almanac = createAlmanac()
  assert.equal(almanac.codes.length, 203)
  for (const code of almanac.codes) {
    const country = await almanac.country(code)
    for (let year = 1900; year <= 2100; year++) checkYear(`${code} ${year}`, year, country?.year(year) ?? [])
    for (const year of [1, 1582, 9999]) assert.ok(country?.year(year).length, `${code} ${year} is empty`)
  }
})

function checkYear(title: string, year: number, entries: readonly Entry[]): void {
  assert.ok(entries.length > 0, `${title} is empty`)
  const keys = entries.map(({ view }) => `${view.date} ${view.name} ${view.localName} ${view.counties}`)
  assert.equal(new Set(keys).size, keys.length, `${title} has doubles`)
  let earliest = dayOf(year, 1, 1)
  for (const { original, observed, view } of entries) {
    assert.ok(original >= earliest && original <= dayOf(year, 12, 31), `${title} ${view.name}`)
    assert.ok(Math.abs(observed - original) < 7, `${title} ${view.name}`)
    const inOrder = holidayTypes.filter((type) => view.types.includes(type))
    assert.deepEqual(view.types, inOrder)
    assert.ok(view.types.length > 0 && view.name !== '' && view.localName !== '')
    assert.equal(view.global, view.counties === null)
    earliest = original
  }
}

test('the United States shift from weekends, and moved holidays to Mondays in 1971', async () => {
  await expectDays('US', "New Year's Day", { 2022: ['2021-12-31'], 2023: ['2023-01-02'], 2026: ['2026-01-01'] })
  await expectDays('US', 'Memorial Day', { 1970: ['1970-05-30'], 1971: ['1971-05-31'] })
  await expectDays('US', 'Veterans Day', { 1970: ['1970-11-11'], 1975: ['1975-10-27'], 1978: ['1978-11-10'] })
  await expectDays('US', 'Thanksgiving Day', { 1938: ['1938-11-24'], 1939: ['1939-11-23'], 1944: ['1944-11-23'] })
  assert.deepEqual(await yearsOf('US', 'Juneteenth National Independence Day', [2015, 2023]), [2021, 2022, 2023])
  assert.equal((await yearsOf('US', 'Martin Luther King, Jr. Day', [1980, 2000]))[0], 1986)
})

test('Germany: one-off and state holidays, and the nationwide Reformation Day of 2017', async () => {
  assert.deepEqual(await yearsOf('DE', 'Liberation Day', [1990, 2035]), [2020, 2025])
  assert.equal((await yearsOf('DE', "World Children's Day", [2000, 2025]))[0], 2019)
  await expectDays('DE', 'Reformation Day', {
    2016: ['2016-10-31 BB MV SN ST TH'],
    2017: ['2017-10-31'],
    2018: ['2018-10-31 BB MV SN ST TH HB HH NI SH'],
  })
  await expectDays('DE', 'Repentance and Prayer Day', { 1994: ['1994-11-16'], 1995: ['1995-11-22 SN'] })
  await expectDays('DE', "International Women's Day", { 2018: [], 2019: ['2019-03-08 BE'], 2023: ['2023-03-08 BE MV'] })
})

test('Britain: royal occasions, and substitutes for Christmas and Boxing Day on two working days', async () => {
  await expectDays('GB', 'Early May Bank Holiday', { 1977: [], 1995: ['1995-05-08'], 2020: ['2020-05-08'] })
  await expectDays('GB', 'Spring Bank Holiday', { 2012: ['2012-06-04'], 2022: ['2022-06-02'], 2024: ['2024-05-27'] })
  await expectDays('GB', 'Christmas Day', { 2021: ['2021-12-27'], 2022: ['2022-12-27'] })
  await expectDays('GB', "St. Stephen's Day", { 2021: ['2021-12-28'], 2022: ['2022-12-26'] })
  await expectDays('GB', '2 January', { 2021: ['2021-01-04 SCT'], 2022: ['2022-01-04 SCT'], 2023: ['2023-01-03 SCT'] })
  await expectDays('IM', 'Early May Bank Holiday', { 2020: ['2020-05-08'], 2021: ['2021-05-03'] })
  await expectDays('IM', 'Tynwald Day', { 2025: ['2025-07-07'], 2024: ['2024-07-05'] })
  await expectDays('IE', "Saint Brigid's Day", { 2022: [], 2023: ['2023-02-06'], 2030: ['2030-02-01'] })
})

test('Australia: the regions of Easter Sunday, of Anzac Day on a weekend, of the monarch', async () => {
  await expectDays('AU', 'Easter Sunday', {
    2021: ['2021-04-04 ACT NSW QLD VIC'],
    2022: ['2022-04-17 ACT NSW QLD VIC WA'],
    2023: ['2023-04-09 ACT NSW NT QLD VIC WA'],
    2024: ['2024-03-31 ACT NSW NT QLD SA VIC WA'],
  })
  await expectDays('AU', 'Anzac Day', {
    2024: ['2024-04-25'],
    2020: ['2020-04-25 ACT NSW NT QLD SA TAS VIC', '2020-04-27 WA'],
    2021: ['2021-04-25 NSW TAS VIC', '2021-04-26 ACT NT QLD SA WA'],
  })
  await expectDays('AU', "St. Stephen's Day", { 2026: ['2026-12-28'], 2027: ['2027-12-28'] })
  await expectDays('AU', "King's Birthday", {
    2022: [],
    2024: ['2024-06-10 ACT NSW NT SA TAS VIC', '2024-09-23 WA', '2024-10-07 QLD'],
  })
})

test('New Zealand in 2022: Matariki, the memorial day, Boxing Day past a Christmas on Sunday', async () => {
  const rows = await ownRows('NZ', 2022)
  assert.deepEqual(
    rows.filter(({ counties }) => counties === '').map(({ observed }) => observed),
    [
      '2022-01-03',
      '2022-01-04',
      '2022-02-07',
      '2022-04-15',
      '2022-04-18',
      '2022-04-25',
      '2022-06-06',
      '2022-06-24',
      '2022-09-26',
      '2022-10-24',
      '2022-12-26',
      '2022-12-27',
    ],
  )
  await expectDays('NZ', 'Waitangi Day', { 2010: ['2010-02-06'], 2016: ['2016-02-08'] })
  await expectDays('NZ', 'Matariki', { 2021: [], 2026: ['2026-07-10'], 2052: ['2052-06-21'], 2053: [] })
})

test('the north of Europe: Midsummer, All Saints, the Swedish exchange of 2005, the Danish prayer day', async () => {
  assert.equal((await yearsOf('SE', 'Whit Monday', [1990, 2015])).at(-1), 2004)
  assert.equal((await yearsOf('SE', 'National Day of Sweden', [1990, 2015]))[0], 2005)
  await expectDays('SE', 'Midsummer Day', { 1952: ['1952-06-24'], 2023: ['2023-06-24'], 2024: ['2024-06-22'] })
  await expectDays('FI', "All Saints' Day", { 2020: ['2020-10-31'], 2021: ['2021-11-06'] })
  await expectDays('FI', 'Epiphany', { 1972: ['1972-01-06'], 1980: ['1980-01-12'], 1991: ['1991-01-06'] })
  await expectDays('DK', 'General Prayer Day', { 2023: ['2023-05-05'], 2024: [] })
  await expectDays('NL', "King's Day", { 2014: ['2014-04-26'], 2013: [], 2024: ['2024-04-27'] })
  await expectDays('NL', "Queen's Day", { 2006: ['2006-04-29'], 1961: ['1961-05-01'], 1948: ['1948-08-31'] })
})

test('the south and east of Europe: suspended, restored and movable days', async () => {
  assert.deepEqual(await yearsOf('PT', 'Corpus Christi', [2011, 2017]), [2011, 2012, 2016, 2017])
  assert.deepEqual(await yearsOf('IT', 'Epiphany', [1975, 1988]), [1975, 1976, 1977, 1986, 1987, 1988])
  await expectDays('HU', 'Good Friday', { 2016: [], 2018: ['2018-03-30'] })
  assert.deepEqual(
    (await ownRows('RO', 2017)).map(({ observed }) => observed.slice(5)),
    '01-01 01-02 01-24 04-16 04-17 05-01 06-01 06-04 06-05 08-15 11-30 12-01 12-25 12-26'.split(' '),
  )
  await expectDays('RO', 'Good Friday', { 2018: ['2018-04-06'], 2021: ['2021-04-30'] })
  await expectDays('PL', 'Christmas Eve', { 2024: [], 2025: ['2025-12-24'] })
  await expectDays('RS', 'Statehood Day', { 2020: ['2020-02-15', '2020-02-17'], 2026: ['2026-02-16', '2026-02-17'] })
  await expectDays('BG', "Saint George's Day", { 2016: ['2016-05-06'], 2018: ['2018-05-07'] })
  const observance = (await ownRows('SK', 2026)).filter(({ types }) => types === 'Observance')
  assert.deepEqual(
    observance.map(({ observed }) => observed),
    ['2026-05-08', '2026-09-01', '2026-09-15', '2026-11-17'],
  )
})

test('Latin America: Mondays by law, the days beside the Chilean national ones, the southern solstice', async () => {
  await expectDays('CO', 'Epiphany', { 1983: ['1983-01-06'], 2022: ['2022-01-10'] })
  await expectDays('CO', 'Sacred Heart', { 2022: ['2022-06-27'] })
  await expectDays('CO', 'Ascension Day', { 2022: ['2022-05-30'] })
  await expectDays('CL', 'National holiday', {
    2018: ['2018-09-17', '2018-09-18'],
    2021: ['2021-09-17', '2021-09-18'],
    2024: ['2024-09-18', '2024-09-20'],
  })
  await expectDays('CL', 'Reformation Day', { 2007: [], 2017: ['2017-10-27'], 2018: ['2018-11-02'] })
  await expectDays('CL', 'Saint Peter and Saint Paul', {
    2022: ['2022-06-27'],
    2023: ['2023-06-26'],
    2018: ['2018-07-02'],
  })
  await expectDays('CL', 'National Day of Indigenous Peoples', { 2020: [], 2021: ['2021-06-21'], 2024: ['2024-06-20'] })
  await expectDays('MX', 'Constitution Day', { 2005: ['2005-02-05'], 2006: ['2006-02-06'] })
  assert.deepEqual(await yearsOf('MX', 'Transfer of Federal Executive Power', [2010, 2031]), [2012, 2018, 2024, 2030])
  await expectDays('AR', 'National Sovereignty Day', { 2016: ['2016-11-28'], 2024: ['2024-11-18'] })
})

test('Japan: equinoxes by the sun, substitutes for Sundays, days moved for the games of 2020', async () => {
  await expectDays('JP', 'Vernal Equinox Day', { 2023: ['2023-03-21'], 2024: ['2024-03-20'], 2092: ['2092-03-19'] })
  await expectDays('JP', 'Autumnal Equinox Day', { 2012: ['2012-09-22'], 2024: ['2024-09-23'], 1979: ['1979-09-24'] })
  await expectDays('JP', 'Constitution Memorial Day', {
    2009: ['2009-05-06'],
    1992: ['1992-05-04'],
    1970: ['1970-05-03'],
  })
  await expectDays('JP', 'Sports Day', { 2020: ['2020-07-24'], 2021: ['2021-07-23'], 2022: ['2022-10-10'] })
  await expectDays('JP', "The Emperor's Birthday", { 1988: ['1988-04-29'], 2018: ['2018-12-24'], 2019: [] })
})

test('lunar feasts in Asia and Africa are on the proclaimed days', async () => {
  await expectDays('CN', 'Qingming Festival (Tomb-Sweeping Day)', {
    2007: [],
    2023: ['2023-04-05'],
    2024: ['2024-04-04'],
  })
  await expectDays('CN', "Chinese New Year's Eve", { 2024: [], 2025: ['2025-01-28'], 2027: ['2027-02-05'] })
  await expectDays('CN', 'Mid-Autumn Festival', { 2025: ['2025-10-06'], 2033: ['2033-09-08'] })
  await expectDays('KR', 'Lunar New Year', { 2022: ['2022-01-31', '2022-02-01', '2022-02-02'] })
  await expectDays('KR', 'Chuseok', { 2025: ['2025-10-08', '2025-10-06', '2025-10-07'] })
  await expectDays('SG', 'Hari Raya Puasa', { 2023: ['2023-04-22'], 2025: ['2025-03-31'] })
  await expectDays('SG', 'Deepavali', { 2009: ['2009-11-16'], 2024: ['2024-10-31'] })
  await expectDays('SG', 'Vesak Day', { 2023: ['2023-06-02'], 2026: ['2026-06-01'] })
  await expectDays('HK', 'Ching Ming Festival', { 2021: ['2021-04-06'], 2024: ['2024-04-04'] })
  await expectDays('HK', 'Christmas Day', { 2022: ['2022-12-27'] })
  await expectDays('TR', 'Eid al-Fitr First Day', { 2016: ['2016-07-05'], 2025: ['2025-03-30'] })
  await expectDays('TR', 'Eid al-Adha Fourth Day', { 2024: ['2024-06-19'] })
  await expectDays('EG', 'Sham El Nessim', { 2024: ['2024-05-06'] })
  await expectDays('ET', 'Enkutatash', { 2023: ['2023-09-12'], 2024: ['2024-09-11'] })
})

test('South Africa: Sundays since 1995, election days, holidays before 1994', async () => {
  await expectDays('ZA', "New Year's Day", { 1994: ['1994-01-01'], 2023: ['2023-01-02'] })
  await expectDays('ZA', 'Local Government Elections', { 2021: ['2021-11-01'], 2020: [] })
  await expectDays('ZA', 'Christmas Day', { 2022: ['2022-12-27'] })
  await expectDays('ZA', 'Day of the Vow', { 1985: ['1985-12-16'], 1995: [] })
})

test('Japan makes a holiday of the day between two in September', async () => {
  assert.deepEqual(
    await yearsOf('JP', "Citizens' Holiday", [2003, 2062]),
    [2004, 2005, 2006, 2009, 2015, 2019, 2026, 2032, 2037, 2043, 2049, 2054, 2060],
  )
  await expectDays('JP', "Citizens' Holiday", { 2009: ['2009-09-22'], 2026: ['2026-09-22'], 2032: ['2032-09-21'] })
})

test('Argentina has the bridge days of each decree, and answers name those of years without one', async () => {
  await expectDays('AR', 'Tourist Bridge Day', {
    2017: [],
    2022: ['2022-10-07', '2022-11-21', '2022-12-09'],
    2024: ['2024-04-01', '2024-06-21', '2024-10-11'],
    2026: ['2026-03-23', '2026-07-10', '2026-12-07'],
  })
})

test('Russia has eight days of New Year since 2013', async () => {
  const days = async (year: number) => (await ownRows('RU', year)).filter(({ observed }) => observed <= `${year}-01-08`)
  assert.deepEqual([(await days(2012)).length, (await days(2013)).length, (await days(2026)).length], [6, 8, 8])
})

test('Indonesia has the days that its ministers set', async () => {
  await expectDays('ID', 'Day of Silence', { 2024: ['2024-03-11'], 2025: ['2025-03-29'], 2026: ['2026-03-19'] })
  await expectDays('ID', "The Prophet's Birthday", { 2024: ['2024-09-16'], 2025: ['2025-09-05'] })
  await expectDays('ID', 'Chinese New Year', { 2002: [], 2024: ['2024-02-10'], 2025: ['2025-01-29'] })
  await expectDays('ID', 'Eid al-Fitr', { 2019: ['2019-06-05'], 2025: ['2025-03-31'] })
  await expectDays('ID', 'Vesak Day', { 2023: ['2023-06-04'], 2025: ['2025-05-12'] })
})

test('an answer names the holidays that it lacks', async () => {
  const ask = askAt('2026-11-02T12:00:00Z')
  const named = async (path: string) => (await ask(path)).headers['x-gateway-left-out']
  assert.equal(await named('/PublicHolidays/2026/MA'), 'movable Islamic feasts')
  assert.equal(
    await named('/PublicHolidays/2026/bd'),
    'movable Islamic feasts, movable Hindu feasts, movable Buddhist feasts',
  )
  assert.equal(await named('/PublicHolidays/2026/AR'), undefined)
  assert.equal(await named('/PublicHolidays/2027/AR'), 'bridge days set by decree')
  assert.equal(await named('/PublicHolidays/2030/ID'), 'Nyepi and Vesak')
  assert.equal(await named('/PublicHolidays/2026/DE'), undefined)
  assert.equal(await named('/NextPublicHolidays/AR'), 'bridge days set by decree')
  assert.equal(await named('/LongWeekend/2026/VN'), "holidays of the lunar New Year, the Hung Kings' Commemoration Day")
  assert.match(String(await named('/IsTodayPublicHoliday/TN')), /Islamic/)
  assert.match(String(await named('/NextPublicHolidaysWorldwide')), /^movable Islamic feasts \(AL BD/)
})

test('every country whose holidays are left out has rules', async () => {
  const { codes } = createAlmanac()
  assert.deepEqual(
    Array.from({ length: 676 }, (_, at) => String.fromCharCode(65 + at / 26, 65 + (at % 26))).filter(
      (code) => leftOut(code, 2040).length > 0 && !codes.includes(code),
    ),
    [],
  )
})
