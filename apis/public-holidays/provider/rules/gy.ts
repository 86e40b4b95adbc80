// Holidays of Guyana: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, on, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('02-23', 'Republic Day').from(1970).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  fixed('05-05', 'Arrival Day').from(2004).observed(sundayToMonday),
  fixed('05-26', 'Independence Day').from(1966).observed(sundayToMonday),
  on('1st monday of july', 'Caricom Day').from(1974),
  fixed('08-01', 'Emancipation Day').observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', 'Boxing Day').observed(sundayToMonday),
]
