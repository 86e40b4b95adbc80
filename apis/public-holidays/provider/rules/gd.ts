// Holidays of Grenada.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-07', 'Independence Day').from(1974),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  fixed('05-01', 'Indian Arrival Day').from(2009),
  easter(50, 'Whit Monday'),
  easter(60, 'Corpus Christi'),
  on('1st monday of august', 'Emancipation Day'),
  on('2nd tuesday of august', 'Carnival'),
  fixed('10-25', 'Thanksgiving Day').from(1983),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day'),
]
