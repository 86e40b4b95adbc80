// Holidays of Costa Rica: Labour Code, article 148; Law 9875 moved some days of 2020 to 2024 to a Monday.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  easter(-3, 'Maundy Thursday', 'Jueves Santo'),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  fixed('04-11', 'Juan Santamaría Day', 'Día de Juan Santamaría').moved({ 2023: '04-10', 2024: '04-15' }),
  fixed('05-01', 'Labour Day', 'Día Internacional del Trabajo').moved({ 2021: '05-03' }),
  fixed('07-25', 'Annexation of the Party of Nicoya to Costa Rica', 'Anexión del Partido de Nicoya a Costa Rica').moved(
    { 2020: '07-27', 2021: '07-26', 2023: '07-24', 2024: '07-29' },
  ),
  fixed('08-02', 'Feast of Our Lady of the Angels', 'Fiesta de Nuestra Señora de los Ángeles'),
  fixed('08-15', "Mother's Day", 'Día de la Madre').moved({ 2020: '08-17', 2023: '08-14', 2024: '08-19' }),
  fixed('09-15', 'Independence Day', 'Día de la Independencia').moved({ 2020: '09-14', 2021: '09-13', 2022: '09-19' }),
  fixed('10-12', 'Day of the Cultures', 'Día de las Culturas').from(1994).until(2019),
  fixed('12-01', 'Army Abolition Day', 'Día de la Abolición del Ejército')
    .from(2020)
    .moved({ 2020: '11-30', 2021: '11-29', 2022: '12-05' }),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
