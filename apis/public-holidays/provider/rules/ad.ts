// Holidays of Andorra.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Any nou'),
  fixed('01-06', 'Epiphany', 'Reis'),
  easter(-48, 'Carnival', 'Carnaval'),
  fixed('03-14', 'Constitution Day', 'Dia de la Constitució').from(1994),
  easter(-2, 'Good Friday', 'Divendres Sant'),
  easter(1, 'Easter Monday', 'Dilluns de Pasqua'),
  fixed('05-01', 'Labour Day', 'Festa del Treball'),
  easter(50, 'Whit Monday', 'Dilluns de Pentecosta'),
  fixed('08-15', 'Assumption Day', 'Assumpció'),
  fixed('09-08', 'National Holiday', 'Mare de Déu de Meritxell'),
  fixed('11-01', "All Saints' Day", 'Tots Sants'),
  fixed('12-08', 'Immaculate Conception', 'Immaculada Concepció'),
  fixed('12-25', 'Christmas Day', 'Nadal'),
  fixed('12-26', "St. Stephen's Day", 'Sant Esteve'),
]
