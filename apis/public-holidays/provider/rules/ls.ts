// Holidays of Lesotho: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-11', 'Moshoeshoe Day').from(2003),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', "Workers' Day"),
  easter(39, 'Ascension Day'),
  fixed('05-25', "Africa Day/ Heroes' Day").from(2002),
  fixed('07-17', "King Letsie III's Birthday").from(1996),
  fixed('10-04', 'Independence Day').from(1966),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day', "St. Stephen's Day"),
]
