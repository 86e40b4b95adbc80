// Holidays of Burundi.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-05', 'Unity Day').from(1992),
  fixed('04-06', 'Ntaryamira Day').from(1995),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  fixed('06-08', 'National Patriotism Day').from(2022),
  fixed('07-01', 'Independence Day').from(1962),
  fixed('08-15', 'Assumption Day'),
  fixed('10-13', 'Rwagasore Day').from(1962),
  fixed('10-21', 'Ndadaye Day').from(1994),
  fixed('11-01', "All Saints' Day"),
  fixed('12-25', 'Christmas Day'),
]
