// Holidays of Aruba: the monarch's day moves from a Sunday to the previous Saturday.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nieuwjaarsdag'),
  fixed('01-25', 'Betico Croes Day', 'Dag van Betico Croes').from(1989),
  easter(-48, 'Carnival Monday', 'Carnaval Maandag'),
  fixed('03-18', 'National Anthem and Flag Day', 'Dag van het Volkslied en de Vlag').from(1976),
  easter(-2, 'Good Friday', 'Goede Vrijdag'),
  easter(0, 'Easter Sunday', 'Eerste Paasdag'),
  easter(1, 'Easter Monday', 'Tweede Paasdag'),
  fixed('04-27', "King's Day", 'Koningsdag').from(2014).observed({ sunday: -1 }),
  fixed('04-30', "Queen's Day", 'Koninginnedag').from(1949).until(2013).observed({ sunday: -1 }),
  fixed('05-01', 'Labour Day', 'Dag van de Arbeid'),
  easter(39, 'Ascension Day', 'Hemelvaartsdag'),
  fixed('12-25', 'Christmas Day', 'Eerste Kerstdag'),
  fixed('12-26', "St. Stephen's Day", 'Tweede Kerstdag'),
]
