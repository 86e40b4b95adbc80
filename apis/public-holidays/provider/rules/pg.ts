// Holidays of Papua New Guinea: Public Holidays Act.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  on('2nd monday of june', "Queen's Birthday"),
  fixed('07-23', 'Remembrance Day'),
  fixed('08-26', 'Repentance Day').from(2011),
  fixed('09-16', 'Independence Day').from(1975),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day', "St. Stephen's Day"),
]
