// Holidays of Mexico: Federal Labour Law, article 74; three days became Mondays in 2006.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  on('1st monday of february', 'Constitution Day', 'Día de la Constitución').from(2006),
  fixed('02-05', 'Constitution Day', 'Día de la Constitución').from(1918).until(2005),
  on('3rd monday of march', "Benito Juárez's birthday", 'Natalicio de Benito Juárez').from(2007),
  fixed('03-21', "Benito Juárez's birthday", 'Natalicio de Benito Juárez').from(1917).until(2006),
  easter(-3, 'Maundy Thursday', 'Jueves Santo').as('Bank', 'School', 'Authorities'),
  easter(-2, 'Good Friday', 'Viernes Santo').as('Bank', 'School', 'Authorities'),
  fixed('05-01', 'Labour Day', 'Día del Trabajo').from(1923),
  fixed('10-01', 'Transfer of Federal Executive Power', 'Transmisión del Poder Ejecutivo Federal').from(2024).every(6),
  fixed('09-16', 'Independence Day', 'Día de la Independencia'),
  on('3rd monday of november', 'Revolution Day', 'Día de la Revolución').from(2006),
  fixed('11-20', 'Revolution Day', 'Día de la Revolución').from(1936).until(2005),
  fixed('12-01', 'Transfer of Federal Executive Power', 'Transmisión del Poder Ejecutivo Federal')
    .from(1934)
    .until(2018)
    .every(6),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
