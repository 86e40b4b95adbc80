// Holidays of the Dominican Republic.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Día de Año Nuevo'),
  fixed('01-06', 'Day of Kings', 'Día de Reyes'),
  fixed('01-21', 'Our Lady of Altagracia', 'Día de Nuestra Señora de la Altagracia'),
  fixed('01-26', "Duarte's Birthday", 'Día del Natalicio de Juan Pablo Duarte').from(1931),
  fixed('02-27', 'Independence Day', 'Día de la Independencia de la República Dominicana'),
  easter(-2, 'Good Friday'),
  fixed('05-01', 'Labour Day', 'Día del Trabajador'),
  fixed('05-28', "Mother's Day", 'Día de las Madres'),
  easter(60, 'Corpus Christi'),
  fixed('08-16', 'Restoration Day', 'Día de la Restauración Dominicana'),
  fixed('09-24', 'Our Lady of Mercy', 'Nuestra Senora de las Mercedes'),
  fixed('11-06', 'Constitution Day', 'Día de la Constitución').from(1931),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
