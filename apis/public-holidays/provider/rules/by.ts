// Holidays of Belarus: Decree 157 of 1998; Radunitsa is the ninth day after Orthodox Easter.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Новы год'),
  fixed('01-02', "New Year's Day", 'Новы год').from(2020),
  fixed('01-07', 'Christmas Day (Orthodox)', 'Каляды праваслаўныя').from(1992),
  fixed('03-08', "International Women's Day", 'Мiжнародны жаночы дзень').from(1966),
  orthodoxEaster(9, 'Commemoration Day', 'Радунiца').from(1992),
  fixed('05-01', 'Labour Day', 'Дзень працы'),
  fixed('05-09', 'Victory Day', 'Дзень Перамогi'),
  fixed('07-03', 'Independence Day', 'Дзень Незалежнасцi').from(1997),
  fixed('07-27', 'Independence Day', 'Дзень Незалежнасцi').from(1991).until(1996),
  fixed('11-07', 'October Revolution Day', 'Дзень Кастрычніцкай рэвалюцыі'),
  fixed('12-25', 'Catholic Christmas Day', 'Каляды каталiцкiя').from(1992),
]
