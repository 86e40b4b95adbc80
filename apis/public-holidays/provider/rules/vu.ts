// Holidays of Vanuatu: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-21', 'Father Walter Lini Day').from(2000),
  fixed('03-05', "Custom Chief's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  fixed('07-24', "Children's Day"),
  fixed('07-30', 'Independence Day').from(1980),
  fixed('08-15', 'Assumption Day'),
  fixed('10-05', 'Constitution Day'),
  fixed('11-29', 'National Unity Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Family Day'),
]
