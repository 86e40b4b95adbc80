// Holidays of Wallis and Futuna.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(1, 'Easter Monday'),
  fixed('04-28', 'Saint Pierre-Chanel Day'),
  fixed('05-01', 'Labour Day').from(1919),
  fixed('05-08', 'Victory Day').from(1982),
  easter(39, 'Ascension Day'),
  easter(50, 'Whit Monday'),
  fixed('06-29', 'Saints Peter and Paul'),
  fixed('07-14', 'Bastille Day').from(1880),
  fixed('07-29', 'Territory Day').from(1961),
  fixed('08-15', 'Assumption Day'),
  fixed('11-01', "All Saints' Day"),
  fixed('11-11', 'Armistice Day').from(1922),
  fixed('12-25', 'Christmas Day'),
]
