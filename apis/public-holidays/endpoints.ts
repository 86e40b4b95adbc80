// The endpoints of the provider's third version (SOURCES 1.2). An invalid value reaches the provider, which responds in
// its own words.
import { bool, empty, get, int, list, nullable, obj, oneOf, str } from '#define'

const countryCode = str({ doc: 'Country, ISO 3166-1 alpha-2, in any case.', example: 'DE' })

const holiday = obj({
  date: str({ format: 'date', doc: 'The day it is observed, possibly moved off a weekend.' }),
  localName: str({ doc: 'Name in the language of the country.' }),
  name: str({ doc: 'English name.' }),
  countryCode: str(),
  fixed: bool({ doc: 'No longer maintained; always false.' }),
  global: bool({ doc: 'Whether it applies to the whole country; then counties is null.' }),
  counties: nullable(list(str({ example: 'DE-BY' })), { doc: 'ISO 3166-2 codes of the regions it is limited to.' }),
  launchYear: nullable(int(), { doc: 'No longer maintained; always null.' }),
  types: list(oneOf(['Public', 'Bank', 'School', 'Authorities', 'Optional', 'Observance']), {
    doc: 'What is closed on that day, or who is off, in this order.',
  }),
})
const longWeekend = obj({
  startDate: str({ format: 'date' }),
  endDate: str({ format: 'date' }),
  dayCount: int({ doc: 'Days from the first to the last, both included.' }),
  needBridgeDay: bool({ doc: 'Whether working days must be taken off to join the free ones.' }),
  bridgeDays: list(str({ format: 'date' }), { doc: 'The working days to take off.' }),
})
const country = {
  commonName: str({ doc: 'Short English name.' }),
  officialName: str({ doc: 'Full English name.' }),
  countryCode: str(),
  region: str({ doc: 'Africa, Americas, Antarctic, Asia, Europe or Oceania.' }),
}
const neighbour = obj({ ...country, borders: nullable(list(obj(country))) })

export const endpoints = {
  publicHolidays: get('/PublicHolidays/{year}/{countryCode}', 'Holidays of a country in a year', {
    params: { year: int({ example: 2026 }), countryCode },
    returns: list(holiday),
    doc: 'All types of holidays; a holiday with different rules in different regions may occur several times.',
    invalid: 'provider',
  }),
  nextPublicHolidays: get('/NextPublicHolidays/{countryCode}', 'Public holidays of a country in the next year', {
    params: { countryCode },
    returns: list(holiday),
    doc: 'From today to the same day a year later; only holidays of the type Public.',
  }),
  availableCountries: get('/AvailableCountries', 'Covered countries', {
    returns: list(obj({ countryCode: str(), name: str({ doc: 'Common English name.' }) })),
  }),
  nextPublicHolidaysWorldwide: get(
    '/NextPublicHolidaysWorldwide',
    'Public holidays of all countries in the next week',
    {
      returns: list(holiday),
      doc: 'From today to seven days later, by date; only holidays of the type Public.',
      beyond: true,
    },
  ),
  isTodayPublicHoliday: get('/IsTodayPublicHoliday/{countryCode}', 'Whether today is a public holiday', {
    params: {
      countryCode,
      countyCode: str({ doc: 'Region whose own holidays are included, ISO 3166-2.', example: 'DE-BY' }),
      offset: int({ doc: 'Offset from UTC in hours, -12 to 12, which decides what day it is.', example: 1 }),
    },
    returns: empty(),
    doc: 'Answers by status alone: 200 is yes, 204 is no. Uses the observed day.',
    beyond: true,
    invalid: 'provider',
  }),
  longWeekend: get('/LongWeekend/{year}/{countryCode}', 'Long weekends of a country in a year', {
    params: {
      year: int({ example: 2026 }),
      countryCode,
      availableBridgeDays: int({ doc: 'Working days that may be taken off for one weekend; 1 by default.' }),
      subdivisionCode: str({ doc: 'Region whose own holidays are included, ISO 3166-2.' }),
    },
    returns: list(longWeekend),
    beyond: true,
    invalid: 'provider',
  }),
  countryInfo: get('/CountryInfo/{countryCode}', 'Names, region and neighbours of a country', {
    params: { countryCode },
    returns: obj({ ...country, borders: nullable(list(neighbour), { doc: 'Its neighbours; theirs are null.' }) }),
    beyond: true,
  }),
  version: get('/Version', 'Name and version of the service', {
    returns: obj({ name: str(), version: str() }),
    beyond: true,
  }),
}
