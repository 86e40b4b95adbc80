// Holidays of Guernsey: ordinances under the Bills of Exchange Law.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Early May Bank Holiday'),
  fixed('05-09', 'Liberation Day').from(1946),
  on('last monday of may', 'Spring Bank Holiday').from(1971).moved({ 2002: '06-04', 2012: '06-04', 2022: '06-02' }),
  fixed('06-03', 'Golden Jubilee Bank Holiday').only(2002),
  fixed('06-05', 'Diamond Jubilee Bank Holiday').only(2012),
  fixed('06-03', 'Platinum Jubilee Bank Holiday').only(2022),
  on('last monday of august', 'Summer Bank Holiday').from(1971),
  fixed('09-19', 'State Funeral of Queen Elizabeth II').only(2022),
  fixed('05-08', 'Coronation Bank Holiday').only(2023),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day', "St. Stephen's Day"),
]
