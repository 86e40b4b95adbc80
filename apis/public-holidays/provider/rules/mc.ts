// Holidays of Monaco: Law 798 of 1966; a holiday on a Sunday is observed on Monday.
import { easter, fixed, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Le jour de l’An').observed(sundayToMonday),
  fixed('01-27', "Saint Devota's Day", 'La Sainte Dévote'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'May Day', 'Le 1er mai').observed(sundayToMonday),
  easter(39, 'Ascension Day', 'L’Ascension'),
  easter(50, 'Whit Monday', 'Le lundi de Pentecôte'),
  easter(60, 'Corpus Christi', 'La Fête Dieu'),
  fixed('08-15', 'Assumption Day', "L'Assomption de Marie").observed(sundayToMonday),
  fixed('11-01', 'All Saints Day', 'La Toussaint').observed(sundayToMonday),
  fixed('11-19', 'National Day', 'La Fête du Prince').from(1952).observed(sundayToMonday),
  fixed('12-08', 'The Immaculate Conception', 'L’Immaculée Conception').observed(sundayToMonday),
  fixed('12-25', 'Christmas Day', 'Noël').observed(sundayToMonday),
]
