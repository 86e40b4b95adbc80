// Holidays of Armenia: Act on Holidays and Remembrance Days; the winter holidays were shortened in 2022.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Ամանոր'),
  fixed('01-02', "New Year's Day", 'Ամանոր'),
  fixed('01-03', 'Pre-Christmas Day', 'Նախածննդյան տոն').from(2010).until(2021),
  fixed('01-04', 'Pre-Christmas Day', 'Նախածննդյան տոն').from(2010).until(2021),
  fixed('01-05', 'Pre-Christmas Day', 'Նախածննդյան տոն').from(2010).until(2021),
  fixed('01-06', 'Christmas Day', 'Սուրբ Ծնունդ').from(1992),
  fixed('01-07', 'Memorial Day', 'Մեռելոց').from(2010).until(2021),
  fixed('01-28', 'Army Day', 'Բանակի օր').from(2003),
  fixed('03-08', "Women's Day", 'Կանանց տոն'),
  easter(0, 'Easter Sunday', 'Սուրբ Զատիկ').from(1992),
  fixed('04-24', 'Armenian Genocide Remembrance Day', 'Եղեռնի զոհերի հիշատակի օր').from(1990),
  fixed('05-01', 'Labour Day', 'Աշխատանքի օր'),
  fixed('05-09', 'Victory and Peace Day', 'Հաղթանակի և Խաղաղության տոն').from(1965),
  fixed('05-28', 'Republic Day', 'Հանրապետության օր').from(1991),
  fixed('07-05', 'Constitution Day', 'Սահմանադրության օր').from(1996),
  fixed('09-21', 'Independence Day', 'Անկախության օր').from(1992),
  fixed('12-31', "New Year's Eve", 'Ամանոր'),
]
