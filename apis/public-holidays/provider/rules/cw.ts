// Holidays of Curaçao.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nieuwjaarsdag'),
  easter(-48, 'Carnival Monday', 'Carnaval Maandag'),
  easter(-2, 'Good Friday', 'Goede Vrijdag'),
  easter(0, 'Easter Sunday', 'Pasen'),
  easter(1, 'Easter Monday', 'Paasmaandag'),
  fixed('04-27', "King's Day", 'Koningsdag').from(2014).observed({ sunday: -1 }),
  fixed('04-30', "Queen's Day", 'Koninginnedag').from(1949).until(2013).observed({ sunday: -1 }),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day', 'Hemelvaartsdag'),
  easter(49, 'Pentecost', 'Pinksteren'),
  fixed('07-02', 'Curaçao National Flag and Anthem Day', 'Curaçao Nationale Vlag en Volkslied Dag').from(1984),
  fixed('10-10', 'Curaçao Day', 'Dag van Curaçao').from(2010),
  fixed('12-25', 'Christmas Day', 'Kerstmis'),
  fixed('12-26', "St. Stephen's Day", 'Tweede kerstdag'),
  fixed('12-31', "New Year's Eve", 'Oudejaarsavond'),
]
