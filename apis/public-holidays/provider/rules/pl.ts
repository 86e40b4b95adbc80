// Holidays of Poland: Act of 18 January 1951 on days free of work, as amended.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nowy Rok'),
  fixed('01-06', 'Epiphany', 'Święto Trzech Króli').from(2011),
  fixed('01-06', 'Epiphany', 'Święto Trzech Króli').until(1960),
  easter(0, 'Easter Sunday', 'Wielkanoc'),
  easter(1, 'Easter Monday', 'Drugi Dzień Wielkanocy'),
  fixed('05-01', 'May Day', 'Święto Pracy').from(1950),
  fixed('05-03', 'Constitution Day', 'Święto Konstytucji 3 Maja').from(1990),
  fixed('05-03', 'Constitution Day', 'Święto Konstytucji 3 Maja').from(1919).until(1950),
  fixed('07-22', 'National Day of the Rebirth of Poland', 'Narodowe Święto Odrodzenia Polski').from(1945).until(1989),
  easter(49, 'Pentecost', 'Zielone Świątki'),
  easter(60, 'Corpus Christi', 'Boże Ciało'),
  fixed('08-15', 'Assumption Day', 'Wniebowzięcie Najświętszej Maryi Panny').from(1989),
  fixed('08-15', 'Assumption Day', 'Wniebowzięcie Najświętszej Maryi Panny').until(1960),
  fixed('11-01', "All Saints' Day", 'Wszystkich Świętych'),
  fixed('11-11', 'Independence Day', 'Narodowe Święto Niepodległości').from(1989),
  fixed('11-11', 'Independence Day', 'Narodowe Święto Niepodległości').from(1937).until(1938),
  fixed('11-12', 'Independence Day Holiday', 'Święto Narodowe z okazji Setnej Rocznicy Odzyskania Niepodległości').only(
    2018,
  ),
  fixed('12-24', 'Christmas Eve', 'Wigilia Bożego Narodzenia').from(2025),
  fixed('12-25', 'Christmas Day', 'Boże Narodzenie'),
  fixed('12-26', "St. Stephen's Day", 'Drugi Dzień Bożego Narodzenia'),
]
