// The endpoints about countries, and the version.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Errors } from '../errors.ts'
import type { Countries } from './countries.ts'

/** The provider's name for itself, and the version of its rules that ours match (SOURCES 2.8). */
const version = { name: 'NagerDate', version: '2.0.0' }

type CountryEndpoints = 'availableCountries' | 'countryInfo' | 'version'
interface CountryDeps {
  /** Codes of the countries with holidays, sorted. */
  readonly codes: readonly string[]
  readonly countries: Countries
  readonly errors: Errors
}

export function createCountryHandlers({
  codes,
  countries,
  errors,
}: CountryDeps): HandlersFor<typeof endpoints, CountryEndpoints> {
  return {
    availableCountries: () => codes.map((countryCode) => ({ countryCode, name: countries.nameOf(countryCode) })),
    countryInfo({ countryCode }) {
      const info = countries.infoOf(countryCode)
      if (!info) throw errors.notFound()
      return info
    },
    version: () => version,
  }
}
