// Holidays of Eswatini: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-19', "King's Birthday").from(1987).observed(sundayToMonday),
  fixed('04-25', 'National Flag Day').from(1969).observed(sundayToMonday),
  fixed('05-01', "Workers' Day").observed(sundayToMonday),
  easter(39, 'Ascension Day'),
  fixed('09-06', 'Independence Day').from(1968).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(sundayToMonday),
]
