// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  publicHolidays: [
    'When are the holidays in France next year?',
    'Is 3 October a holiday in Germany?',
    'Bank holidays of a year',
    'List of bank holidays for a year and country',
  ],
  nextPublicHolidays: [
    'What is the next public holiday in Spain?',
    'Upcoming days off in my country',
    'When is the next day that offices and schools are closed?',
  ],
  availableCountries: ['For which countries are holidays known?', 'List supported countries with codes'],
  nextPublicHolidaysWorldwide: [
    'Which holidays are there around the world this week?',
    'Who has a day off in the coming days anywhere?',
  ],
  isTodayPublicHoliday: [
    'Is today a holiday in Italy?',
    'Are shops closed today because of a public holiday?',
    'Do people have to work today?',
  ],
  longWeekend: [
    'When are the long weekends this year?',
    'Where do bridge days give me more time off?',
    'Best days to take leave',
  ],
  countryInfo: [
    'Which countries border Austria?',
    'Official name and region of a country',
    'Neighbours and borders of a nation',
  ],
  version: ['Which version does the holiday service run?', 'Version of the holidays API'],
}

/** Further search words for the API. */
export const words = {
  publicHolidays:
    'holidays public bank days off closed shut country year list calendar national christmas easter thanksgiving independence day when germany france portugal usa dates holiday feast festival observed state regional religious republic',
  nextPublicHolidays: 'next upcoming holiday day off soon country coming closed shut offices schools after today',
  availableCountries:
    'countries supported available covered codes list nations which do you know cover cover whole support',
  nextPublicHolidaysWorldwide:
    'worldwide world anywhere global holidays week next celebrating everywhere seven days earth somewhere nations',
  isTodayPublicHoliday:
    'today now holiday closed open shops shut everything banks work day off country post office school right',
  longWeekend:
    'long weekend bridge bridging days leave vacation time off three four day extended break bridges best to take holidays',
  countryInfo: 'country nation borders neighbours neighbors next to adjacent bordering official name region continent',
  version: 'version release service',
}

/** Proper names that belong to the API. */
export const topics =
  'germany france spain italy portugal poland austria switzerland netherlands belgium denmark sweden norway finland iceland ireland britain england scotland usa america canada mexico brazil argentina japan korea china india australia zealand hungary greece turkey ukraine christmas easter thanksgiving pentecost ascension epiphany independence labour'
