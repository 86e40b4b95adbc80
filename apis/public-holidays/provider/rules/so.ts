// Holidays of Somalia.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('05-01', 'Labour Day'),
  fixed('06-26', 'Independence Day').from(1960),
  fixed('07-01', 'Republic Day').from(1960),
]
