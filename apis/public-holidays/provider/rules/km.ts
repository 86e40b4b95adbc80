// Holidays of Comoros.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-18', 'Cheikh Al Maarouf Day'),
  fixed('05-01', 'Labour Day'),
  fixed('07-06', 'National Day').from(1975),
  fixed('11-12', 'Maore Day').from(2006),
]
