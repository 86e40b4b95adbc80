// Holidays of Gabon.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-12', 'Renovation Day').from(1968),
  easter(1, 'Easter Monday'),
  fixed('04-17', "Women's Day").from(1998),
  fixed('05-01', 'Labour Day'),
  fixed('05-06', "Martyr's Day"),
  easter(50, 'Whit Monday'),
  fixed('08-15', 'Assumption Day'),
  fixed('08-17', 'Independence Day').from(1960),
  fixed('11-01', "All Saints' Day"),
  fixed('12-25', 'Christmas Day'),
]
