// Holidays of Finland: from 1973 to 1990 Epiphany and Ascension Day were kept on a Saturday.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Uudenvuodenpäivä'),
  fixed('01-06', 'Epiphany', 'Loppiainen').from(1991),
  on('saturday on or after 01-06', 'Epiphany', 'Loppiainen').from(1973).until(1990),
  fixed('01-06', 'Epiphany', 'Loppiainen').until(1972),
  easter(-2, 'Good Friday', 'Pitkäperjantai'),
  easter(0, 'Easter Sunday', 'Pääsiäispäivä'),
  easter(1, 'Easter Monday', 'Toinen pääsiäispäivä'),
  fixed('05-01', 'May Day', 'Vappu').from(1944),
  easter(39, 'Ascension Day', 'Helatorstai').from(1991),
  easter(34, 'Ascension Day', 'Helatorstai').from(1973).until(1990),
  easter(39, 'Ascension Day', 'Helatorstai').until(1972),
  easter(49, 'Pentecost', 'Helluntaipäivä'),
  on('friday on or after 06-19', 'Midsummer Eve', 'Juhannusaatto').from(1955),
  fixed('06-23', 'Midsummer Eve', 'Juhannusaatto').until(1954),
  on('saturday on or after 06-20', 'Midsummer Day', 'Juhannuspäivä').from(1955),
  fixed('06-24', 'Midsummer Day', 'Juhannuspäivä').until(1954),
  on('saturday on or after 10-31', "All Saints' Day", 'Pyhäinpäivä').from(1955),
  on('1st sunday of november', "All Saints' Day", 'Pyhäinpäivä').until(1954),
  fixed('12-06', 'Independence Day', 'Itsenäisyyspäivä').from(1919),
  fixed('12-24', 'Christmas Eve', 'Jouluaatto'),
  fixed('12-25', 'Christmas Day', 'Joulupäivä'),
  fixed('12-26', "St. Stephen's Day", 'Tapaninpäivä'),
]
