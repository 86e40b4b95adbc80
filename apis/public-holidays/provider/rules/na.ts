// Holidays of Namibia: Public Holidays Act 1990; a holiday on a Sunday is observed on Monday.
import { easter, fixed, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('03-21', 'Independence Day').from(1990).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', "Workers' Day").observed(sundayToMonday),
  fixed('05-04', 'Cassinga Day').from(1990).observed(sundayToMonday),
  easter(39, 'Ascension Day'),
  fixed('05-25', 'Africa Day').from(1990).observed(sundayToMonday),
  fixed('05-28', 'Genocide Remembrance Day').from(2025).observed(sundayToMonday),
  fixed('08-26', "Heroes' Day").from(1990).observed(sundayToMonday),
  fixed('12-10', 'Human Rights Day').from(1990).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Day of Goodwill', "St. Stephen's Day").observed(sundayToMonday),
]
