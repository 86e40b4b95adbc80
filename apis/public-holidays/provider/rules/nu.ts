// Holidays of Niue.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-02', 'Takai Commission Holiday'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('1st monday of june', "King's Official Birthday").from(2023),
  on('1st monday of june', "Queen's Official Birthday").from(1953).until(2022),
  fixed('10-19', 'Constitution Day').from(1974),
  on('4th monday of october', 'Peniamina Gospel Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
