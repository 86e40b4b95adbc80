// Holidays of Saint Kitts and Nevis.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-02', 'Carnival Day'),
  fixed('01-28', "Buckley's Uprising Day").from(2026),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('1st monday of may', 'Labour Day'),
  easter(50, 'Whit Monday'),
  on('1st monday of august', 'Emancipation Day'),
  on('1st monday of august', 'Culturama Day').plus(1),
  fixed('09-16', "National Heroes' Day").from(1998),
  fixed('09-19', 'Independence Day').from(1983),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
