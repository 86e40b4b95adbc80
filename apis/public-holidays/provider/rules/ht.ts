// Holidays of Haiti.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", "Jour de l'an"),
  fixed('01-02', 'Ancestry Day', 'Jour des Aieux'),
  fixed('01-06', 'Epiphany', 'Le Jour des Rois'),
  easter(-48, 'Carnival', 'Carnaval'),
  easter(-47, 'Carnival', 'Carnaval'),
  easter(-46, 'Ash Wednesday', 'Mercredi Des Cendres'),
  easter(-3, 'Maundy Thursday', 'Jeudi saint'),
  easter(-2, 'Good Friday', 'Vendredi saint'),
  easter(0, 'Easter Sunday', 'Pâques'),
  fixed('05-01', 'Labour and Agriculture Day', 'Fête du Travail / Fête des Travailleurs'),
  easter(39, 'Ascension Day', 'Ascension'),
  fixed('05-18', 'Flag and Universities Day', "Jour du Drapeau et de l'Université"),
  easter(60, 'Corpus Christi', 'Fête-Dieu'),
  fixed('08-15', 'Assumption of Mary', "L'Assomption de Marie"),
  fixed('10-17', 'Dessalines Day', 'Anniversaire de la mort de Dessalines'),
  fixed('11-01', 'All Saints Day', 'La Toussaint'),
  fixed('11-02', "All Souls' Day", 'Jour des Morts'),
  fixed('11-18', 'Battle of Vertières Day', 'Vertières'),
  fixed('12-05', 'Discovery Day', "Découverte d'Haïti"),
  fixed('12-25', 'Christmas Day', 'Noël'),
]
