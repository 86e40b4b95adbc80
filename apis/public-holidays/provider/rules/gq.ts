// Holidays of Equatorial Guinea.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  fixed('05-01', 'Labour Day'),
  easter(60, 'Corpus Christi'),
  fixed('06-05', "President's Day").from(1980),
  fixed('08-03', 'Freedom Day').from(1979),
  fixed('08-15', 'Constitution Day').from(1982),
  fixed('10-12', 'Independence Day').from(1968),
  fixed('12-08', 'Immaculate Conception'),
  fixed('12-25', 'Christmas Day'),
]
