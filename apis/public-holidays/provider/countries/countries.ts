// Names, regions and land borders of all countries, read from the seed table on first use.
import { readFileSync } from 'node:fs'

/** Country in the provider's form; the countries of `borders` have no borders themselves. */
interface CountryInfo {
  commonName: string
  officialName: string
  countryCode: string
  region: string
  borders: CountryInfo[] | null
}
interface Row {
  readonly info: CountryInfo
  readonly borders: readonly string[]
}
export interface Countries {
  /** Returns the common English name, or the code itself if unknown. */
  nameOf(code: string): string
  /** Returns the country of a code, ignoring case. */
  infoOf(code: string): CountryInfo | undefined
}

/** Creates countries that read the table once. */
export function createCountries(): Countries {
  let rows: ReadonlyMap<string, Row> | undefined
  const row = (code: string) => {
    rows ??= readRows()
    return rows.get(code)
  }
  return {
    nameOf: (code) => row(code)?.info.commonName ?? code,
    infoOf(anyCase) {
      const country = row(anyCase.toUpperCase())
      if (!country) return undefined
      const borders = country.borders.flatMap((code) => row(code)?.info ?? [])
      return { ...country.info, borders }
    },
  }
}

function readRows(): Map<string, Row> {
  const table = readFileSync(new URL('../../seed/countries.tsv', import.meta.url), 'utf8')
  const lines = table.split('\n').slice(1).filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [code = '', commonName = '', officialName = '', region = '', borders = ''] = line.split('\t')
      const info = { commonName, officialName, countryCode: code, region, borders: null }
      return [code, { info, borders: borders.split(' ').filter(Boolean) }]
    }),
  )
}
