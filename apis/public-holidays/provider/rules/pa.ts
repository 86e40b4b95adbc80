// Holidays of Panama: Labour Code, article 46; a holiday on a Sunday is observed on Monday.
import { easter, fixed, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('01-09', "Martyr's Day").from(1965).observed(sundayToMonday),
  easter(-48, 'Carnival'),
  easter(-47, 'Carnival'),
  easter(-2, 'Good Friday'),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  fixed('11-03', 'Separation Day').from(1904).observed(sundayToMonday),
  fixed('11-04', 'Flag Day').from(1904).observed(sundayToMonday),
  fixed('11-05', 'Colon Day', 'Colón Day').from(1904).observed(sundayToMonday),
  fixed('11-10', 'Shout in Villa de los Santos').from(1904).observed(sundayToMonday),
  fixed('11-28', 'Independence Day').from(1904).observed(sundayToMonday),
  fixed('12-08', "Mother's Day").observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToMonday),
]
