// Holidays of South Sudan, independent since 2011.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  fixed('05-16', 'SPLA Day').from(2011),
  fixed('07-09', 'Independence Day').from(2011),
  fixed('07-30', "Martyrs' Day").from(2011),
  fixed('12-24', 'Christmas Eve'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Second Day of Christmas'),
]
