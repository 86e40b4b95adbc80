// Holidays of Bahrain: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'رأس السنة الميلادية'),
  fixed('02-22', 'Sports Day', 'اليوم الرياضي').from(2013),
  fixed('05-01', 'Labour Day', 'يوم العمال'),
  fixed('12-16', 'National Day', 'اليوم الوطني').from(1971),
  fixed('12-17', 'National Day', 'اليوم الوطني').from(1971),
]
