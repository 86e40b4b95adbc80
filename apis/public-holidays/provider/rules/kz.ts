// Holidays of Kazakhstan: Law on Holidays of 2001.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Жаңа жыл'),
  fixed('01-02', "New Year's Day", 'Жаңа жыл').from(1992),
  fixed('03-08', "International Women's Day", 'Халықаралық әйелдер күні'),
  fixed('03-21', 'Nauryz Meyramy', 'Наурыз мейрамы').from(2010),
  fixed('03-22', 'Nauryz Meyramy', 'Наурыз мейрамы').from(1992),
  fixed('03-23', 'Nauryz Meyramy', 'Наурыз мейрамы').from(2010),
  fixed('05-01', "Kazakhstan People's Unity Day", 'Қазақстан халқының').from(1996),
  fixed('05-07', 'Defender of the Fatherland Day', 'Отан Қорғаушы күні').from(2013),
  fixed('05-09', 'Great Patriotic War Against Fascism Victory Day', 'Жеңіс күні'),
  fixed('07-06', 'Capital City Day', 'Астана күні').from(2009),
  fixed('08-30', 'Constitution Day', 'Конституция күні').from(1996),
  fixed('10-25', 'Republic Day', 'Республика күні').from(2022),
  fixed('10-25', 'Republic Day', 'Республика күні').from(1995).until(2008),
  fixed('12-16', 'Independence Day', 'Тәуелсіздік күні').from(1991),
  fixed('12-17', 'Independence Day', 'Тәуелсіздік күні').from(2002).until(2021),
  fixed('12-01', 'Day of the First President', 'Тұңғыш Президент күні').from(2012).until(2021),
]
