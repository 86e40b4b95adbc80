// Holidays of San Marino.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-06', 'Epiphany'),
  fixed('02-05', 'Feast of Saint Agatha'),
  fixed('03-25', 'Anniversary of the Arengo'),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(60, 'Corpus Christi'),
  fixed('07-28', 'Liberation from Fascism').from(1944),
  fixed('08-15', 'Ferragosto (Assumption)'),
  fixed('09-03', 'The Feast of San Marino and the Republic'),
  fixed('11-01', "All Saints' Day"),
  fixed('11-02', 'Commemoration of all those who died at war'),
  fixed('12-08', 'Immaculate Conception'),
  fixed('12-24', 'Christmas Eve'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day"),
  fixed('12-31', "New Year's Eve"),
]
