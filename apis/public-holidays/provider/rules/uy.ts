// Holidays of Uruguay: Law 16.805 moves three days to the nearer Monday.
import { easter, fixed, type Rule } from '../language/rules.ts'

const nearerMonday = { tuesday: -1, wednesday: -2, thursday: 4, friday: 3 }

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  fixed('01-06', "Children's Day", 'Día de los Niños'),
  easter(-48, 'Carnival', 'Carnaval'),
  easter(-47, 'Carnival', 'Carnaval'),
  easter(-3, 'Maundy Thursday', 'Semana de Turismo'),
  easter(-2, 'Good Friday', 'Semana de Turismo'),
  fixed('04-19', 'Landing of the 33 Patriots Day', 'Desembarco de los 33 Orientales').observed(nearerMonday, 1997),
  fixed('05-01', "International Workers' Day", 'Día de los Trabajadores'),
  fixed('05-18', 'Battle of Las Piedras', 'Batalla de las Piedras').observed(nearerMonday, 1997),
  fixed('06-19', 'Birthday of José Gervasio Artigas and Never Again Day', 'Natalicio de Artigas y Día del Nunca Más'),
  fixed('07-18', 'Constitution Day', 'Jura de la Constitución'),
  fixed('08-25', 'Independence Day', 'Día de la Independencia'),
  fixed('10-12', 'Day of the race', 'Día de la Raza').observed(nearerMonday, 1997),
  fixed('11-02', 'Deceased ones day', 'Día de los Difuntos'),
  fixed('12-25', 'Christmas Day', 'Día de la Familia'),
]
