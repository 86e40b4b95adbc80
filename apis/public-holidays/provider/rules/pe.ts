// Holidays of Peru: Legislative Decree 713 on paid rest.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  easter(-3, 'Holy Thursday', 'Jueves Santo'),
  easter(-3, 'Maundy Thursday', 'Jueves Santo'),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  easter(0, 'Easter Sunday', 'Domingo Santo'),
  fixed('05-01', "International Workers' Day", 'Día del Trabajo').from(1905),
  fixed('06-29', 'Saint Peter and Saint Paul', 'Día de San Pedro y San Pablo'),
  fixed('07-28', 'Independence Day', 'Día de la Independencia'),
  fixed('07-29', 'Independence Day', 'Día de la Independencia'),
  fixed('08-30', 'Santa Rosa de Lima', 'Día de Santa Rosa de Lima'),
  fixed('10-08', 'Battle of Angamos', 'Combate de Angamos'),
  fixed('11-01', 'All Saints Day', 'Día de Todos los Santos'),
  fixed('12-08', 'Immaculate Conception', 'Inmaculada Concepción'),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
