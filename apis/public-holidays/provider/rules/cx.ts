// Holidays of Christmas Island.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-26', 'Australia Day'),
  on('4th monday of march', 'Labour Day'),
  easter(-2, 'Good Friday'),
  fixed('04-25', 'Anzac Day').from(1926),
  on('1st monday of october', 'Territory Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
