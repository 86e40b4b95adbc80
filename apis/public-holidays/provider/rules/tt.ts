// Holidays of Trinidad and Tobago: Public Holidays and Festivals Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('03-30', 'Spiritual Baptist Shouter Liberation Day').from(1996).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-30', 'Indian Arrival Day').from(1995).observed(sundayToMonday),
  easter(60, 'Corpus Christi'),
  fixed('06-19', 'Labour Day').from(1973).observed(sundayToMonday),
  fixed('08-01', 'Emancipation Day').from(1985).observed(sundayToMonday),
  fixed('08-31', 'Independence Day').from(1962).observed(sundayToMonday),
  fixed('09-24', 'Republic Day').from(1976).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(sundayToMonday),
]
