// Holidays of the Republic of the Congo.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", "Jour de l'An"),
  easter(0, 'Easter Sunday', 'Dimanche de Pâques'),
  easter(1, 'Easter Monday', 'Lundi de Pâques'),
  fixed('05-01', 'Labour Day', 'Fête du Travail'),
  easter(39, 'Ascension Day', 'Ascension'),
  easter(50, 'Whit Monday', 'Lundi de Pentecôte'),
  fixed('06-10', 'Reconciliation Day', 'Fête de la Réconciliation').from(1992),
  fixed('08-15', 'National Day', 'Fête Nationale').from(1960),
  fixed('11-01', "All Saints' Day", 'Toussaint'),
  fixed('11-28', 'Republic Day', 'Jour de la République').from(1959),
  fixed('12-25', 'Christmas Day', 'Noël'),
]
