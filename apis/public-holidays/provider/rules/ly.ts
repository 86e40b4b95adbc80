// Holidays of Libya: the days fixed in the Gregorian calendar; Law 5 of 2012.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('02-17', 'Revolution Day', 'يوم ثورة 17 فبراير').from(2012),
  fixed('05-01', 'Labour Day', 'عيد العمال'),
  fixed('09-16', "Martyrs' Day", 'يوم الشهيد').from(2012),
  fixed('10-23', 'Liberation Day', 'يوم التحرير').from(2012),
  fixed('12-24', 'Independence Day', 'عيد الاستقلال').from(2012),
  fixed('12-24', 'Independence Day', 'عيد الاستقلال').from(1952).until(1968),
]
