// Holidays of the Cayman Islands: Public Holidays Order.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  on('4th monday of january', 'National Heroes Day').from(1994),
  easter(-46, 'Ash Wednesday'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('1st monday of may', 'Emancipation Day').from(2024),
  on('3rd monday of may', 'Discovery Day'),
  on('1st monday of july', 'Constitution Day'),
  on('2nd sunday of november', 'Remembrance Day').plus(1),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
