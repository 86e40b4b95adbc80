// Holidays of Nauru.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-31', 'Independence Day').from(1968),
  fixed('03-08', "International Women's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  easter(2, 'Easter Tuesday'),
  fixed('05-17', 'Constitution Day').from(1968),
  fixed('07-01', 'RONPhos Handover Day').from(1970),
  fixed('08-19', 'Ibumin Earoeni Day'),
  fixed('09-25', 'Sir Hammer DeRoburt Day').from(1992),
  fixed('10-26', 'Angam Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
