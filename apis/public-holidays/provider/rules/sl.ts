// Holidays of Sierra Leone: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-18', 'Armed Forces Day').from(2018),
  fixed('03-08', "International Women's Day").from(2019),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-27', 'Independence Day').from(1961),
  fixed('05-01', 'Labour Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
