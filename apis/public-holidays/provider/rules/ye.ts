// Holidays of Yemen: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('05-22', 'Unity Day', 'اليوم الوطني للجمهورية اليمنية').from(1990),
  fixed('05-01', 'Labour Day', 'عيد العمال'),
  fixed('09-26', 'Revolution Day', 'ثورة 26 سبتمبر المجيدة').from(1963),
  fixed('10-14', 'Liberation Day', 'ثورة 14 أكتوبر المجيدة').from(1963),
  fixed('11-30', 'Independence Day', 'عيد الجلاء').from(1967),
]
