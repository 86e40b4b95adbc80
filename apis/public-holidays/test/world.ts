// What the tests of this folder share: the provider called at a chosen moment, our holidays as rows, and the oracle's
// rows.
import { readFileSync } from 'node:fs'
import { openWorld, type WorldResponse } from '#provider/test'
import api from '../api.ts'
import { type Almanac, createAlmanac } from '../provider/holidays/almanac.ts'
import { isoDate } from '../provider/language/days.ts'
import provider from '../provider.ts'

type Ask = (path: string) => Promise<WorldResponse<unknown>>
/** A holiday as the oracle writes it, all columns filled in. */
export interface Row {
  readonly country: string
  readonly original: string
  readonly observed: string
  readonly name: string
  readonly localName: string
  readonly types: string
  readonly counties: string
}

/** Calls a fresh provider at a moment such as `2026-03-20T12:00:00Z`. */
export function askAt(now: string): Ask {
  const random = { bytes: (count: number) => Buffer.alloc(count, 0xab), int: (min: number) => min }
  const opened = openWorld(api, provider, { now, kit: { random } })
  return async (path) => (await opened).ask<unknown>(path)
}

/** The rows of one of the oracle's tables, see fixtures/NOTICE.md. */
export function oracleRows(file: 'oracle-2026.tsv' | 'oracle-core-2025.tsv'): Row[] {
  const lines = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .slice(2)
    .filter(Boolean)
  return lines.map((line) => {
    const [country = '', original = '', observed = '', name = '', localName = '', types = '', counties = ''] =
      line.split('\t')
    return { country, original, observed: observed || original, name, localName: localName || name, types, counties }
  })
}

const almanac: Almanac = createAlmanac()
/** Our own holidays of a country and year, written as the oracle writes them. */
export async function ownRows(country: string, year: number): Promise<Row[]> {
  const entries = (await almanac.country(country))?.year(year) ?? []
  return entries.map(({ original, view }) => ({
    country,
    original: isoDate(original),
    observed: view.date,
    name: view.name,
    localName: view.localName,
    types: view.types.join('+'),
    counties: (view.counties ?? []).map((county) => county.slice(country.length + 1)).join(' '),
  }))
}
