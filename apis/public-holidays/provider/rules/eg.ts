// Holidays of Egypt: days moved by the prime minister are listed; lunar days follow the calendar unless they were
// proclaimed.
import { fixed, islamic, orthodoxEaster, type Rule } from '../language/rules.ts'

const eidAlFitr = { 2019: '06-05', 2022: '05-02', 2023: '04-21', 2024: '04-10', 2025: '03-31', 2026: '03-20' }
const toThursday = { monday: 3, tuesday: 2, wednesday: 1 }

export const holidays: readonly Rule[] = [
  fixed('01-07', 'Christmas Day (Orthodox)', 'عيد الميلاد المجيد').from(2003).moved({ 2022: '01-06', 2023: '01-08' }),
  fixed('01-25', 'Revolution Day 2011 / National Police Day', 'عيد الثورة 25 يناير')
    .from(2009)
    .moved({ 2021: '01-28', 2022: '01-27', 2023: '01-26', 2026: '01-29' }),
  orthodoxEaster(1, 'Sham El Nessim', 'شم النسيم'),
  fixed('04-25', 'Sinai Liberation Day', 'عيد تحرير سيناء').from(1983).moved({ 2021: '04-29', 2025: '04-24' }),
  fixed('05-01', 'Labour Day', 'عيد العمال').from(1964).moved({ 2024: '05-05' }),
  fixed('06-18', 'Evacuation Day', 'عيد الجلاء').from(1956).until(1976),
  fixed('06-30', 'June 30 Revolution', 'ثورة 30 يونيو').from(2015).moved({ 2018: '07-01' }).observed(toThursday, 2021),
  fixed('07-23', 'Revolution Day', 'عيد ثورة 23 يوليو')
    .from(1953)
    .moved({ 2021: '07-24', 2024: '07-25', 2025: '07-24' }),
  fixed('10-06', 'Armed Forces Day', 'عيد القوات المسلحة').from(1974).moved({ 2021: '10-07' }),
  islamic('01-01', 'Islamic New Year', 'رأس السنة الهجرية'),
  islamic('03-12', 'Birthday of the Prophet Muhammad', 'المولد النبوي الشريف'),
  islamic('10-01', 'Eid al-Fitr', 'عيد الفطر').moved(eidAlFitr),
  islamic('10-01', 'Eid al-Fitr', 'عيد الفطر').moved(eidAlFitr).plus(1),
  islamic('10-01', 'Eid al-Fitr', 'عيد الفطر').moved(eidAlFitr).plus(2),
  islamic('12-09', 'Arafat Day', 'وقفة عيد الأضحى'),
  islamic('12-10', 'Eid al-Adha', 'عيد الأضحى'),
  islamic('12-11', 'Eid al-Adha', 'عيد الأضحى'),
  islamic('12-12', 'Eid al-Adha', 'عيد الأضحى'),
]
