// Holidays of Botswana: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, on, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  easter(39, 'Ascension Day'),
  fixed('07-01', 'Sir Seretse Khama Day').observed(sundayToMonday),
  on('3rd monday of july', "Presidents' Day"),
  fixed('09-30', 'Independence Day').from(1966).observed(sundayToMonday),
  fixed('10-01', 'Botswana Day holiday').from(1966).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(sundayToMonday),
]
