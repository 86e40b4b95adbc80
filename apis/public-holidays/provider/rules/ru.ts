// Holidays of Russia: Labour Code, article 112.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Новый год'),
  fixed('01-02', 'New Year holiday', 'Новогодние каникулы').from(1993),
  fixed('01-03', 'New Year holiday', 'Новогодние каникулы').from(2005),
  fixed('01-04', 'New Year holiday', 'Новогодние каникулы').from(2005),
  fixed('01-05', 'New Year holiday', 'Новогодние каникулы').from(2005),
  fixed('01-06', 'New Year holiday', 'Новогодние каникулы').from(2013),
  fixed('01-07', 'Christmas Day (Orthodox)', 'Рождество Христово').from(1991),
  fixed('01-08', 'New Year holiday', 'Новогодние каникулы').from(2013),
  fixed('02-23', 'Defender of the Fatherland Day', 'День защитника Отечества').from(2002),
  fixed('03-08', "International Women's Day", 'Международный женский день').from(1966),
  fixed('05-01', 'Labour Day', 'День труда').from(1918),
  fixed('05-09', 'Victory Day', 'День Победы').from(1965),
  fixed('05-09', 'Victory Day', 'День Победы').from(1945).until(1947),
  fixed('06-12', 'Russia Day', 'День России').from(1992),
  fixed('11-04', 'Unity Day', 'День народного единства').from(2005),
  fixed('11-07', 'October Revolution Day', 'День Октябрьской революции').from(1918).until(1995),
  fixed('11-07', 'Day of Accord and Reconciliation', 'День согласия и примирения').from(1996).until(2004),
  fixed('12-12', 'Constitution Day', 'День Конституции').from(1994).until(2004),
]
