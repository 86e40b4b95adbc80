// Holidays of Cuba: Labour Code of 2014, and the revolution of 1959.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', 'Triumph of the Revolution', 'Triunfo de la Revolución').from(1959),
  fixed('01-02', 'Victory of Fidel Castro', 'Día de Victoria de las Fuerzas Armadas').from(2014),
  easter(-2, 'Good Friday').from(2014),
  fixed('05-01', 'Labour Day', 'Día de los trabajadores'),
  fixed(
    '07-25',
    'Day before the Commemoration of the Assault of the Moncada garrison',
    'Conmemoración del asalto a Moncada',
  ).from(1959),
  fixed('07-26', 'Commemoration of the Assault of the Moncada garrison', 'Día de la Rebeldía Nacional').from(1959),
  fixed(
    '07-27',
    'Day after the Commemoration of the Assault of the Moncada garrison',
    'Conmemoración del asalto a Moncada',
  ).from(1959),
  fixed('10-10', 'Independence Day', 'Día de la Independencia'),
  fixed('12-25', 'Christmas Day', 'Navidad').from(1997),
]
