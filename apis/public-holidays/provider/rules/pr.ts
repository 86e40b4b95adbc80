// Holidays of Puerto Rico: the federal days of the United States and the days of the Commonwealth.
import { easter, fixed, nearestWorkday, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Día de Año Nuevo'),
  fixed('01-06', 'Three Kings Day / Epiphany', 'Día de Reyes'),
  on('2nd monday of january', 'Birthday of Eugenio María de Hostos', 'Natalicio de Eugenio María de Hostos'),
  on('3rd monday of january', 'Martin Luther King, Jr. Day', 'Natalicio de Martin Luther King, Jr.').from(1986),
  on('3rd monday of february', "Presidents' Day", 'Día de los Presidentes').from(1971),
  fixed('02-22', "Washington's Birthday", 'Natalicio de Jorge Washington').until(1970),
  fixed('02-18', 'Birthday of Luis Muñoz Marín', 'Natalicio de Luis Muñoz Marín'),
  fixed('03-22', 'Emancipation Day', 'Día de la Abolición de Esclavitud'),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  on('3rd monday of april', 'Birthday of José de Diego', 'Natalicio de José de Diego'),
  on('last monday of may', 'Memorial Day', 'Recordación de los Muertos de la Guerra').from(1971),
  fixed('07-04', 'Independence Day', 'Día de la Independencia de los Estados Unidos').observed(nearestWorkday),
  on('3rd monday of july', 'Birthday of Don Luis Muñoz Rivera', 'Natalicio de Don Luis Muñoz Rivera'),
  fixed('07-25', 'Puerto Rico Constitution Day', 'Constitución de Puerto Rico').from(1952),
  fixed('07-27', 'Birthday of Dr. José Celso Barbosa', 'Natalicio de Dr. José Celso Barbosa'),
  on('1st monday of september', 'Labour Day', 'Día del Trabajo'),
  on('2nd monday of october', 'Columbus Day', 'Día de la Raza / Descubrimiento de América').from(1971),
  fixed('11-11', 'Veterans Day', 'Día del Veterano / Día del Armisticio').from(1938),
  fixed('11-19', 'Discovery of Puerto Rico', 'Día del Descubrimiento de Puerto Rico'),
  on('4th thursday of november', 'Thanksgiving Day', 'Día de Acción de Gracias').from(1942),
  fixed('12-24', 'Christmas Eve', 'Noche Buena'),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
