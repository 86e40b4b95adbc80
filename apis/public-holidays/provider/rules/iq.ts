// Holidays of Iraq: the days fixed in the Gregorian calendar; Law of Official Holidays of 2024.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-06', 'Army Day').from(1921),
  fixed('03-21', 'Nowruz'),
  fixed('05-01', 'Labour Day'),
  fixed('10-03', 'National Day').from(2021),
  fixed('12-10', 'Victory Day').from(2018),
  fixed('12-25', 'Christmas Day').from(2018),
]
