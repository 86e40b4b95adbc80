// One example call of each endpoint. The dates are those of the law.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const unkept = { fixed: false, launchYear: null }
const epiphany = {
  date: '2026-01-06',
  localName: 'Heilige Drei Könige',
  name: 'Epiphany',
  countryCode: 'DE',
  ...unkept,
  global: false,
  counties: ['DE-BW', 'DE-BY', 'DE-ST'],
  types: ['Public'],
}
const unity = {
  date: '2026-10-03',
  localName: 'Tag der Deutschen Einheit',
  name: 'German Unity Day',
  countryCode: 'DE',
  ...unkept,
  global: true,
  counties: null,
  types: ['Public'],
}

export const examples = defineExamples(endpoints, {
  publicHolidays: { params: { year: 2026, countryCode: 'DE' }, output: [epiphany, unity] },
  nextPublicHolidays: { params: { countryCode: 'DE' }, output: [unity] },
  availableCountries: {
    output: [
      { countryCode: 'AD', name: 'Andorra' },
      { countryCode: 'DE', name: 'Germany' },
    ],
  },
  nextPublicHolidaysWorldwide: { output: [unity] },
  isTodayPublicHoliday: { params: { countryCode: 'DE', countyCode: 'DE-BY', offset: 1 }, output: undefined },
  longWeekend: {
    params: { year: 2026, countryCode: 'DE', availableBridgeDays: 1, subdivisionCode: 'DE-BY' },
    output: [
      {
        startDate: '2026-01-01',
        endDate: '2026-01-04',
        dayCount: 4,
        needBridgeDay: true,
        bridgeDays: ['2026-01-02'],
      },
    ],
  },
  countryInfo: {
    params: { countryCode: 'LI' },
    output: {
      commonName: 'Liechtenstein',
      officialName: 'Principality of Liechtenstein',
      countryCode: 'LI',
      region: 'Europe',
      borders: [
        {
          commonName: 'Austria',
          officialName: 'Republic of Austria',
          countryCode: 'AT',
          region: 'Europe',
          borders: null,
        },
        {
          commonName: 'Switzerland',
          officialName: 'Swiss Confederation',
          countryCode: 'CH',
          region: 'Europe',
          borders: null,
        },
      ],
    },
  },
  version: { output: { name: 'NagerDate', version: '2.0.0' } },
})
