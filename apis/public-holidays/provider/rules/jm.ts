// Holidays of Jamaica: Holidays (Public General) Act.
import { easter, fixed, on, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-46, 'Ash Wednesday'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-23', 'Labour Day').from(1961),
  fixed('08-01', 'Emancipation Day').from(1997),
  fixed('08-06', 'Independence Day').from(1997).observed(sundayToMonday),
  on('1st monday of august', 'Independence Day').from(1962).until(1996),
  fixed('10-16', 'National Heroes Day').from(1969),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
