// Holidays of Bonaire, Sint Eustatius and Saba: the days of the Netherlands and one of each island.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nieuwjaarsdag'),
  easter(-2, 'Good Friday', 'Goede Vrijdag'),
  easter(0, 'Easter Sunday', 'Pasen'),
  easter(1, 'Easter Monday', 'Paasmaandag'),
  fixed('04-27', "King's Birthday").from(2014).observed({ sunday: -1 }),
  fixed('04-30', "Queen's Birthday").from(1949).until(2013).observed({ sunday: -1 }),
  fixed('04-30', 'Rincon Day').in('BO'),
  fixed('05-01', 'Labour Day', 'Dag van de Arbeid'),
  easter(39, 'Ascension Day', 'Hemelvaartsdag'),
  easter(49, 'Pentecost', 'Pinksteren'),
  fixed('07-01', 'Emancipation Day').in('SE'),
  fixed('09-06', 'Bonaire Flag Day', 'Vlagdag bonaire').in('BO'),
  fixed('11-16', 'Statia Day').in('SE'),
  fixed('12-06', 'Saba Flag Day', 'Vlagdag saba').in('SA'),
  fixed('12-25', 'Christmas Day', 'Kerstmis'),
  fixed('12-26', "St. Stephen's Day", 'Second Day of Christmas'),
]
