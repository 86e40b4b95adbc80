// Holidays of Burkina Faso.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-03', 'Revolution Day').from(1967),
  fixed('03-08', 'International Women’s Day'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  fixed('05-15', 'Day of Customs and Traditions').from(2024),
  fixed('08-05', 'Independence Day').from(1960),
  fixed('08-15', 'Assumption Day'),
  fixed('10-31', "Martyrs' Day").from(2016),
  fixed('11-01', "All Saints' Day"),
  fixed('12-11', 'Proclamation of Independence Day').from(1959),
  fixed('12-25', 'Christmas Day'),
]
