// Holidays of Dominica: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, on, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  easter(-48, 'Carnival Monday'),
  easter(-47, 'Carnival Tuesday'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  easter(50, 'Whit Monday'),
  on('1st monday of august', 'Emancipation Day'),
  fixed('11-03', 'Independence Day').from(1978),
  fixed('11-04', 'Community Service Day').from(1979),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
