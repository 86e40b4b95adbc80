// Holidays of Saint Vincent and the Grenadines.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-48, 'Carnival Monday'),
  easter(-47, 'Carnival Tuesday'),
  fixed('03-14', 'National Heroes Day').from(2002),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(50, 'Whit Monday'),
  fixed('08-05', 'Emancipation Day'),
  fixed('10-27', 'Independence Day').from(1979),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
