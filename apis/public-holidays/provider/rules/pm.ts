// Holidays of Saint Pierre and Miquelon: the days of France.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", "Jour de l'An"),
  easter(1, 'Easter Monday', 'Lundi de Pâques'),
  fixed('05-01', 'Labour Day', 'Fête du Travail').from(1919),
  fixed('05-08', 'Victory Day', 'Fête de la Victoire 1945').from(1982),
  fixed('05-08', 'Victory Day', 'Fête de la Victoire 1945').from(1953).until(1959),
  easter(39, 'Ascension Day', 'Ascension'),
  easter(50, 'Whit Monday', 'Lundi de Pentecôte'),
  fixed('07-14', 'National Day').from(1880),
  fixed('08-15', 'Assumption Day', 'Assomption'),
  fixed('11-01', "All Saints' Day", 'Toussaint'),
  fixed('11-11', 'Armistice Day', 'Armistice').from(1922),
  fixed('12-25', 'Christmas Day', 'Noël'),
]
