// Holidays of Niger.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(1, 'Easter Monday'),
  fixed('04-24', 'Concord Day').from(1995),
  fixed('05-01', 'Labour Day'),
  fixed('08-03', 'Nigerien Independence Day').from(1960),
  fixed('12-18', 'Nigerien Republic Day').from(1958),
  fixed('12-25', 'Christmas Day'),
]
