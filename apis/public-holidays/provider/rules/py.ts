// Holidays of Paraguay: Law 8 of 1990.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-01', "Heroes' day", 'Dia de los héroes'),
  easter(-3, 'Maundy Thursday', 'Jueves Santo'),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  fixed('05-01', 'Labour Day', 'Día de los Trabajadores'),
  fixed('05-14', 'Paraguayan Independence', 'Independencia'),
  fixed('05-15', 'Paraguayan Independence', 'Independencia'),
  fixed('06-12', 'Chaco Armistice', 'Dia de la Paz del Chaco').from(1936),
  fixed('08-15', 'Founding of Asunción', 'Fundación de Asunción'),
  fixed('09-29', 'Boqueron Battle Victory Day', 'Victoria de Boquerón').from(2000),
  fixed('12-08', 'Virgin of Caacupe', 'Virgen de Caacupé'),
  fixed('12-25', 'Christmas Day', 'Día de Navidad'),
]
