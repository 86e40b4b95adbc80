// Holidays of North Macedonia: Law on Holidays.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Нова Година, Nova Godina'),
  fixed('01-07', 'Christmas Day (Orthodox)', 'Прв ден Божик, Prv den Božik'),
  orthodoxEaster(-2, 'Good Friday', 'Велики Петок, Veliki Petok'),
  orthodoxEaster(0, 'Easter Sunday', 'Прв ден Велигден, Prv den Veligden'),
  orthodoxEaster(1, 'Easter Monday', 'Втор ден Велигден, Vtor den Veligden'),
  fixed('05-01', 'Labour Day', 'Ден на трудот, Den na trudot'),
  fixed('05-24', 'Saints Cyril and Methodius Day', 'Св. Кирил и Методиј, Ден на сèсловенските просветители').from(2007),
  fixed('08-02', 'Day of the Republic', 'Ден на Републиката, Den na Republikata').from(1945),
  fixed('09-08', 'Independence Day', 'Ден на независноста, Den na nezavisnosta').from(1991),
  fixed('10-11', 'Revolution Day', 'Ден на востанието, Den na vostanieto').from(1945),
  fixed(
    '10-23',
    'Day of the Macedonian Revolutionary Struggle',
    'Ден на македонската револуционерна борба,Den na makedonskata revolucionarna borba',
  ).from(2007),
  fixed('12-08', 'Saint Clement of Ohrid Day', 'Св. Климент Охридски, Sv. Kliment Ohridski').from(2007),
]
