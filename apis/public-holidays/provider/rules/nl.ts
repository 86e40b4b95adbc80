// Holidays of the Netherlands: General Extension of Terms Act; the monarch's day moves from a Sunday to the previous
// Saturday.
import { easter, fixed, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nieuwjaarsdag'),
  easter(-2, 'Good Friday', 'Goede Vrijdag').as('School', 'Authorities', 'Observance'),
  easter(0, 'Easter Sunday', 'Eerste Paasdag'),
  easter(1, 'Easter Monday', 'Tweede Paasdag'),
  fixed('04-27', "King's Day", 'Koningsdag').from(2014).observed({ sunday: -1 }),
  fixed('04-30', "Queen's Day", 'Koninginnedag')
    .from(1949)
    .until(2013)
    .observed(sundayToMonday)
    .observed({ sunday: -1 }, 1980),
  fixed('05-05', 'Liberation Day', 'Bevrijdingsdag').as('School', 'Authorities').from(1990),
  fixed('08-31', "Queen's Day", 'Koninginnedag').from(1898).until(1948).observed(sundayToMonday),
  easter(39, 'Ascension Day', 'Hemelvaartsdag'),
  easter(49, 'Pentecost', 'Eerste Pinksterdag'),
  easter(50, 'Whit Monday', 'Tweede Pinksterdag'),
  fixed('12-25', 'Christmas Day', 'Eerste Kerstdag'),
  fixed('12-26', "St. Stephen's Day", 'Tweede Kerstdag'),
]
