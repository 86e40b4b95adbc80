// Holidays of Saint Lucia: Public Holidays Act.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-22', 'Independence Day').from(1979),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'May Day'),
  easter(50, 'Whit Monday'),
  easter(60, 'Corpus Christi'),
  fixed('08-01', 'Emancipation Day'),
  on('1st monday of october', 'Thanksgiving'),
  fixed('12-13', 'National day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
