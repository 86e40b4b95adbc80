// Holidays of Togo.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-13', 'Liberation Day').from(1967),
  easter(1, 'Easter Monday'),
  fixed('04-27', 'Independence Day').from(1960),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  easter(50, 'Whit Monday'),
  fixed('06-21', "Martyrs' Day").from(1992),
  fixed('08-15', 'Assumption Day'),
  fixed('11-01', "All Saints' Day"),
  fixed('12-25', 'Christmas Day'),
]
