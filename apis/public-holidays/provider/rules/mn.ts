// Holidays of Mongolia: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Шинэ жил (Shine jil)'),
  fixed('03-08', "International Women's Day", 'Олон Улсын Эмэгтэйчүүдийн Баяр'),
  fixed('06-01', 'Naadam Holiday', 'Наадам'),
  fixed('07-11', 'Naadam Holiday', 'Наадам').from(1922),
  fixed('07-12', 'Naadam Holiday', 'Наадам').from(1922),
  fixed('07-13', 'Naadam Holiday', 'Наадам'),
  fixed('07-14', 'Naadam Holiday', 'Наадам'),
  fixed('07-15', 'Naadam Holiday', 'Наадам'),
  fixed('11-26', 'Republic Day', 'Улс тунхагласны өдөр').from(2012),
  fixed('12-29', 'Independence Day', 'Тусгаар Тогтнолын Өдөр').from(2012),
]
