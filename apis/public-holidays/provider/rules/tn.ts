// Holidays of Tunisia: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'رأس السنة الميلادية'),
  fixed('03-20', 'Independence Day', 'عيد الاستقلال').from(1957),
  fixed('04-09', "Martyrs' Day", 'عيد الشهداء').from(1957),
  fixed('05-01', 'Labour Day', 'عيد الشغل'),
  fixed('07-25', 'Republic Day', 'عيد الجمهورية').from(1957),
  fixed('08-13', "Women's Day", 'عيد المرأة').from(1957),
  fixed('10-15', 'Evacuation Day', 'عيد الجلاء').from(1964),
  fixed('12-17', 'Revolution Day', 'عيد الثورة').from(2021),
  fixed('01-14', 'Revolution and Youth Day', 'عيد الثورة والشباب').from(2012).until(2021),
  fixed('11-07', 'New Era Day', 'عيد التحول').from(1988).until(2010),
]
