// Holidays of Sint Maarten.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nieuwjaarsdag'),
  easter(-48, 'Carnival Day', 'Karnaval'),
  easter(-2, 'Good Friday', 'Goede vrijdag'),
  easter(0, 'Easter Sunday', 'Pasen'),
  easter(1, 'Easter Monday'),
  fixed('04-27', "King's Day", 'Koningsdag').from(2014).observed({ sunday: -1 }),
  fixed('04-30', "Queen's Day", 'Koninginnedag').from(1949).until(2013).observed({ sunday: -1 }),
  fixed('05-01', 'Labour Day', 'Dag van de Arbeid'),
  easter(39, 'Ascension Day', 'Hemelvaartsdag'),
  easter(49, 'Pentecost', 'Pinksteren'),
  fixed('07-01', 'Emancipation Day').from(2013),
  fixed('10-10', 'Constitution Day').from(2010),
  fixed('11-11', 'Sint Maarten Day'),
  fixed('12-25', 'Christmas Day', 'Kerstmis'),
  fixed('12-26', "St. Stephen's Day", 'Tweede kerstdag'),
]
