// Holidays of Rwanda: Presidential Order on official holidays.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-02', "New Year's Day"),
  fixed('02-01', "National Heroes' Day").from(1999),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-07', 'Tutsi Genocide Memorial Day').from(1995),
  fixed('05-01', 'Labour Day'),
  fixed('07-01', 'Independence Day').from(1962),
  fixed('07-04', 'Liberation Day').from(1995),
  on('1st friday of august', 'Umuganura Day').from(2012),
  fixed('08-15', 'Assumption Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
