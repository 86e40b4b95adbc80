// Holidays of Liechtenstein: Labour Act, with the days on which banks are closed.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Neujahr'),
  fixed('01-02', "St. Berchtold's Day", 'Berchtoldstag').as('Bank'),
  fixed('01-06', 'Epiphany', 'Heilige Drei Könige'),
  fixed('02-02', 'Candlemas', 'Mariä Lichtmess'),
  easter(-47, 'Shrove Tuesday', 'Fasnachtsdienstag').as('Bank'),
  fixed('03-19', "Saint Joseph's Day", 'Josefstag'),
  easter(-2, 'Good Friday', 'Karfreitag').as('Bank'),
  easter(1, 'Easter Monday', 'Ostermontag'),
  fixed('05-01', 'Labour Day', 'Tag der Arbeit'),
  easter(39, 'Ascension Day', 'Auffahrt'),
  easter(49, 'Pentecost', 'Pfingstsonntag'),
  easter(50, 'Whit Monday', 'Pfingstmontag'),
  easter(60, 'Corpus Christi', 'Fronleichnam'),
  fixed('08-15', 'National Holiday', 'Staatsfeiertag').from(1940),
  fixed('09-08', 'Nativity of Our Lady', 'Maria Geburt'),
  fixed('11-01', 'All Saints Day', 'Allerheiligen'),
  fixed('12-08', 'Immaculate Conception', 'Mariä Empfängnis'),
  fixed('12-24', 'Christmas Eve', 'Heiliger Abend').as('Bank'),
  fixed('12-25', 'Christmas Day', 'Weihnachten'),
  fixed('12-26', "St. Stephen's Day", 'Stephanstag'),
  fixed('12-31', "New Year's Eve", 'Silvester').as('Bank'),
]
