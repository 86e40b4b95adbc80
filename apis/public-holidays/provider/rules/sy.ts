// Holidays of Syria: Decree 188 of 2025 and earlier decrees; lunar days follow the calendar.
import { easter, fixed, islamic, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'عيد رأس السنة الميلادية'),
  fixed('03-08', 'Revolution Day', 'ذكرى ثورة الثامن من آذار').from(1964).until(2025),
  fixed('03-18', 'Syrian Revolution Day', 'عيد الثورة السورية').from(2026),
  fixed('03-21', 'Newroz', 'عيد النوروز').from(2026),
  fixed('03-21', "Mother's Day", 'عيد الأم').from(1988),
  fixed('04-17', 'Independence Day', 'عيد الجلاء').from(1946),
  easter(0, 'Easter Sunday', 'عيد الفصح غريغوري'),
  orthodoxEaster(0, 'Easter Sunday', 'عيد الفصح اليوليوسي'),
  fixed('05-01', 'Labour Day', 'عيد العمال'),
  fixed('05-06', "Martyrs' Day", 'عيد الشهداء').until(2025),
  fixed('10-06', 'Tishreen Liberation War Day', 'ذكرى حرب تشرين التحريرية').from(1974).until(2024),
  fixed('12-08', 'Liberation Day', 'يوم التحرير').from(2025),
  fixed('12-25', 'Christmas Day', 'عيد الميلاد المجيد'),
  islamic('01-01', 'Islamic New Year', 'عيد رأس السنة الهجرية'),
  islamic('03-12', 'Mawlid', 'المولد النبوي'),
  islamic('10-01', 'Eid al-Fitr', 'عيد الفطر'),
  islamic('10-01', 'Eid al-Fitr', 'عيد الفطر').plus(1),
  islamic('10-01', 'Eid al-Fitr', 'عيد الفطر').plus(2),
  islamic('12-10', 'Eid al-Adha', 'عيد الأضحى'),
  islamic('12-11', 'Eid al-Adha', 'عيد الأضحى'),
  islamic('12-12', 'Eid al-Adha', 'عيد الأضحى'),
  islamic('12-13', 'Eid al-Adha', 'عيد الأضحى'),
]
