// Holidays of Cameroon.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-11', 'Youth Day').from(1966),
  easter(-2, 'Good Friday'),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  fixed('05-20', 'National Day').from(1972),
  fixed('08-15', 'Assumption Day'),
  fixed('12-25', 'Christmas Day'),
]
