// Our rules compared with the results of the provider's own, row by row; the agreement per country is printed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oracleRows, ownRows, type Row } from './test/world.ts'

const rows2026 = oracleRows('oracle-2026.tsv')
const coreRows2025 = oracleRows('oracle-core-2025.tsv')
const coreCountries = [...new Set(coreRows2025.map(({ country }) => country))]
const countries = [...new Set(rows2026.map(({ country }) => country))]

/** Days that the law has and the provider lacks, see README.md. */
const added = new Set(["Citizens' Holiday", 'Tourist Bridge Day'])
const addedInRussia = '-01-08'
const completed = 'ID'

/** Rows in which the provider is known to be wrong, and our result instead. See README.md, differences. */
const deliberate = [
  ['AX', 'Midsummer Evey', '2026-06-19', 'Midsummer Eve', '2026-06-19'],
  ['ET', 'Epiphany (Orthodox)', '2026-01-19', 'Epiphany (Orthodox)', '2026-01-19'],
  ['GA', 'Christmas Day', '2026-12-25', 'Christmas Day', '2026-12-25'],
  ['GW', "New Year's Evey", '2026-12-31', "New Year's Eve", '2026-12-31'],
  ['KI', 'National Youth Day', '2026-08-07', 'National Youth Day', '2026-08-07'],
  ['NF', 'Norfolk Island Agricultural Show', '2026-10-12', 'Norfolk Island Agricultural Show', '2026-10-12'],
  ['SV', "Father's Day", '2026-05-10', "Father's Day", '2026-06-17'],
  [
    'VA',
    'Anniversary of the election of Pope Francis',
    '2026-03-13',
    'Anniversary of the election of Pope Leo XIV',
    '2026-05-08',
  ],
  ['VA', 'Saint George', '2026-04-23', 'Saint Robert Bellarmine', '2026-09-17'],
  ['YE', 'Unity Day', '2026-02-05', 'Unity Day', '2026-05-22'],
]

test('the core countries agree in 2025 and 2026: days, observed days, names, types, regions and order', async () => {
  assert.equal(coreCountries.length, 43)
  for (const country of coreCountries) {
    assert.deepEqual(await comparedRows(country, 2025), of(coreRows2025, country), `${country} 2025`)
    assert.deepEqual(await comparedRows(country, 2026), of(rows2026, country), `${country} 2026`)
  }
})

test('all countries agree in 2026 except in the intended differences', async (context) => {
  assert.equal(countries.length, 188)
  const agreement: string[] = []
  const differing: string[][] = []
  let agreeing = 0
  for (const country of countries) {
    const [theirs, own] = [of(rows2026, country), await comparedRows(country, 2026)]
    const [missing, other] = [without(theirs, own), without(own, theirs)]
    if (country !== completed)
      assert.equal(missing.length, other.length, `${country}: ${JSON.stringify({ missing, other })}`)
    for (const [index, { name, observed }] of missing.entries())
      differing.push([country, name, observed, other[index]?.name ?? '', other[index]?.observed ?? ''])
    agreeing += theirs.length - missing.length
    agreement.push(`${country} ${theirs.length - missing.length}/${theirs.length}`)
  }
  for (let at = 0; at < agreement.length; at += 16) context.diagnostic(agreement.slice(at, at + 16).join('  '))
  context.diagnostic(`all ${agreeing}/${rows2026.length} = ${((100 * agreeing) / rows2026.length).toFixed(2)} %`)
  assert.deepEqual(differing, deliberate)
  assert.ok(agreeing / rows2026.length >= 0.97)
})

/** Our rows without those that we added on purpose. */
async function comparedRows(country: string, year: number): Promise<Row[]> {
  const rows = await ownRows(country, year)
  return rows.filter(
    ({ name, observed }) => !added.has(name) && !(country === 'RU' && observed.endsWith(addedInRussia)),
  )
}

function of(rows: readonly Row[], country: string): Row[] {
  return rows.filter((row) => row.country === country)
}

function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(others.map((row) => JSON.stringify(row)))
  return rows.filter((row) => !known.has(JSON.stringify(row)))
}
