// Holidays of Senegal.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('04-04', 'Independence Day').from(1961),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  easter(50, 'Whit Monday'),
  fixed('08-15', 'Assumption Day'),
  fixed('11-01', "All Saints' Day"),
  fixed('12-25', 'Christmas Day'),
]
