// Holidays of Kiribati.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-08', "International Women's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-07', 'Health Day'),
  fixed('05-01', 'Labour Day'),
  fixed('06-20', 'Police Day'),
  fixed('07-10', 'Gospel Day'),
  fixed('07-11', 'National Culture and Senior Citizens Day'),
  fixed('07-12', 'National Day').from(1979),
  fixed('07-13', 'Special Day'),
  fixed('08-07', 'National Youth Day'),
  fixed('10-05', "World Teachers' Day"),
  fixed('12-10', 'Human Rights and Peace Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
