// Holidays of the Seychelles: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-02', 'New Year Holiday'),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday', 'Easter Saturday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(60, 'Corpus Christi', 'The Fete Dieu'),
  fixed('06-18', 'Constitution Day', 'National Day').from(1994),
  fixed('06-29', 'Independence Day').from(2015),
  fixed('06-29', 'Republic Day').from(1976).until(2014),
  fixed('06-05', 'Liberation Day').from(1978).until(2014),
  fixed('08-15', 'Assumption Day', 'Assumption of Mary'),
  fixed('11-01', "All Saints' Day"),
  fixed('12-08', 'The Feast of the Immaculate Conception'),
  fixed('12-25', 'Christmas Day'),
]
