// Holidays of Austria: Rest from Work Act; schools are closed on the days of the patron saints.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Neujahr'),
  fixed('01-06', 'Epiphany', 'Heilige Drei Könige').from(1967),
  fixed('01-06', 'Epiphany', 'Heilige Drei Könige').until(1960),
  fixed('03-19', "Saint Joseph's Day", 'Josefstag').in('2 6 7 8').as('School'),
  easter(0, 'Easter Sunday', 'Ostersonntag'),
  easter(1, 'Easter Monday', 'Ostermontag'),
  fixed('05-01', 'National Holiday', 'Staatsfeiertag').from(1919),
  fixed('05-04', "Saint Florian's Day", 'Florianitag').in('4').as('School'),
  easter(39, 'Ascension Day', 'Christi Himmelfahrt'),
  easter(49, 'Pentecost', 'Pfingstsonntag'),
  easter(50, 'Whit Monday', 'Pfingstmontag'),
  easter(60, 'Corpus Christi', 'Fronleichnam'),
  fixed('08-15', 'Assumption Day', 'Maria Himmelfahrt'),
  fixed('09-24', "Saint Rupert's Day", 'Rupertitag').in('5').as('School'),
  fixed('10-26', 'National Holiday', 'Nationalfeiertag').from(1967),
  fixed('11-01', "All Saints' Day", 'Allerheiligen'),
  fixed('11-11', "Saint Martin's Day", 'Martinstag').in('1').as('School'),
  fixed('11-15', "Saint Leopold's Day", 'Leopolditag').in('3 9').as('School'),
  fixed('12-08', 'Immaculate Conception', 'Mariä Empfängnis').from(1955),
  fixed('12-25', 'Christmas Day', 'Weihnachten'),
  fixed('12-26', "St. Stephen's Day", 'Stefanitag'),
]
