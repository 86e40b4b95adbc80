// Holidays of Chad.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-08', "International Women's Day"),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  fixed('08-11', 'Independence Day').from(1960),
  fixed('11-01', "All Saints' Day"),
  fixed('11-28', 'Republic Day').from(1959),
  fixed('12-01', 'Freedom and Democracy Day').from(1990),
  fixed('12-25', 'Christmas Day'),
]
