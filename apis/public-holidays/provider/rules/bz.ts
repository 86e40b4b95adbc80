// Holidays of Belize: the benefactors' and the Pan American day are kept on a Monday.
import { easter, fixed, nearestMonday, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('01-15', 'George Price Day').from(2021).observed(sundayToMonday),
  fixed('03-09', 'National Heroes and Benefactors Day').observed(nearestMonday),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  fixed('08-01', 'Emancipation Day').from(2021).observed(sundayToMonday),
  fixed('09-10', "Saint George's Caye Day").observed(sundayToMonday),
  fixed('09-21', 'Independence Day').from(1981).observed(sundayToMonday),
  fixed('10-12', 'Pan America Day').as('Optional').observed(nearestMonday),
  fixed('11-19', 'Garifuna Settlement Day').from(1977).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', 'Boxing Day').observed(sundayToMonday),
]
