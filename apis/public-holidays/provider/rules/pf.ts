// Holidays of French Polynesia: Matari'i replaced the day of autonomy in 2025.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", "Jour de l'An"),
  fixed('03-05', 'Missionary Day', "Arrivée de l'Evangile"),
  easter(-2, 'Good Friday', 'Vendredi Saint'),
  easter(0, 'Easter Sunday', 'Pâques'),
  easter(1, 'Easter Monday', 'Lundi de Pâques'),
  fixed('05-01', 'Labour Day', 'Fête du Travail').from(1919),
  fixed('05-08', 'Victory Day', 'Fête de la Victoire').from(1982),
  easter(39, 'Ascension Day', 'Ascension'),
  easter(49, 'Pentecost', 'Pentecôte'),
  easter(50, 'Whit Monday', 'Lundi de Pentecôte'),
  fixed('07-14', 'National Day').from(1880),
  fixed('06-29', 'Internal Autonomy Day', "Fête de l'autonomie").from(1985).until(2024),
  fixed('08-15', 'Assumption Day', 'Assomption'),
  fixed('11-01', "All Saints' Day", 'Toussaint'),
  fixed('11-11', 'Armistice Day', 'Armistice').from(1922),
  fixed('11-20', "Matari'i").from(2025),
  fixed('12-25', 'Christmas Day', 'Noël'),
]
