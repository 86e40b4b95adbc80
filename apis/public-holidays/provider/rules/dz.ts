// Holidays of Algeria: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-12', 'Amazigh New Year').from(2018),
  fixed('05-01', 'Labour Day'),
  fixed('07-05', 'Independence Day').from(1962),
  fixed('11-01', 'Revolution Day').from(1963),
]
