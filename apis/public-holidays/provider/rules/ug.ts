// Holidays of Uganda: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-26', 'Liberation Day').from(1986),
  fixed('02-16', 'Archbishop Janani Luwum Day').from(2016),
  fixed('03-08', "International Women's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  fixed('06-03', "Martyrs' Day").from(1964),
  fixed('06-09', "National Heroes' Day").from(2001),
  fixed('10-09', 'Independence Day').from(1962),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day'),
]
