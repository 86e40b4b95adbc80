// Holidays of Benin.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-10', 'Traditional Day').from(1998),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  easter(50, 'Whit Monday'),
  fixed('08-01', 'Independence Day').from(1960),
  fixed('08-15', 'Assumption Day'),
  fixed('10-26', 'Armed Forces Day'),
  fixed('11-01', "All Saints' Day"),
  fixed('11-30', 'National Day').from(1975),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
