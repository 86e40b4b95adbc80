// Holidays of Tokelau.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-06', 'Waitangi Day').from(1974),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-25', 'Anzac Day').from(1920),
  fixed('05-01', 'Labour Day'),
  on('2nd sunday of may', "Mother's Day"),
  on('2nd sunday of august', "Father's Day").plus(1),
  fixed('09-03', 'Tokehega Day').from(2008),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
