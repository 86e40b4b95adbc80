// Holidays of Malawi: Public Holidays Act; a holiday on a weekend is observed on Monday.
import { easter, fixed, type Rule, weekendToMonday, weekendTwoDaysOn } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(weekendToMonday),
  fixed('01-15', 'John Chilembwe Day').from(1996).observed(weekendToMonday),
  fixed('03-03', "Martyrs' Day").from(1960).observed(weekendToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day').observed(weekendToMonday),
  fixed('05-14', "President Kamuzu Banda's Birthday").from(2009).observed(weekendToMonday),
  fixed('07-06', 'Independence Day').from(1964).observed(weekendToMonday),
  fixed('10-15', "Mother's Day").observed(weekendToMonday),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(weekendTwoDaysOn),
]
