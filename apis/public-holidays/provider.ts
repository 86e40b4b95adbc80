// The embedded provider: the holidays of the provider's third version, computed from our own rules. Nothing is stored.
import { defineProvider } from '#define'
import api from './api.ts'
import { createCountries } from './provider/countries/countries.ts'
import { createCountryHandlers } from './provider/countries/handlers.ts'
import { createErrors } from './provider/errors.ts'
import { createAlmanac } from './provider/holidays/almanac.ts'
import { createHolidayHandlers } from './provider/holidays/handlers.ts'

export default defineProvider(api, (kit) => {
  const almanac = createAlmanac()
  const errors = createErrors(kit.random)
  return {
    ...createHolidayHandlers(kit, { almanac, errors }),
    ...createCountryHandlers({ codes: almanac.codes, countries: createCountries(), errors }),
  }
})
