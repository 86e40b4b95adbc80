// Holidays of Guinea.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  fixed('05-25', 'Africa Day').from(1963),
  fixed('08-15', 'Assumption Day'),
  fixed('10-02', 'Independence Day').from(1958),
  fixed('12-25', 'Christmas Day'),
]
