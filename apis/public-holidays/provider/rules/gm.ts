// Holidays of the Gambia.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-18', 'Independence Day').from(1965),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  fixed('05-25', 'Africa Day').from(1963),
  fixed('07-22', 'Revolution Day').from(1994),
  fixed('08-15', 'Assumption Day'),
  fixed('12-25', 'Christmas Day'),
]
