// Holidays of Nicaragua.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-01', 'Air Force Day'),
  easter(-3, 'Holy Thursday'),
  fixed('05-01', 'Labour Day'),
  fixed('05-27', 'Army Day'),
  fixed('07-19', 'Liberation Day').from(1980),
  fixed('09-14', 'Battle of San Jacinto'),
  fixed('09-15', 'Independence Day'),
  fixed('10-12', 'Indigenous Resistance Day'),
  fixed('12-08', 'Immaculate Conception'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-31', "New Year's Eve"),
]
