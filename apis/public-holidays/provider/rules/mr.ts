// Holidays of Mauritania: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('05-01', 'Labour Day'),
  fixed('05-25', 'Africa Day').from(1963),
  fixed('11-28', 'Independence Day').from(1960),
]
