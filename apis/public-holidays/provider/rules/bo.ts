// Holidays of Bolivia.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  fixed('02-02', 'Feast of the Virgin of Candelaria', 'Fiesta de la Virgen de Candelaria'),
  easter(-48, 'Carnival', 'Feriado por Carnaval'),
  easter(-47, 'Carnival', 'Feriado por Carnaval'),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  fixed('05-01', 'Labour Day', 'Dia del trabajo'),
  easter(60, 'Corpus Christi'),
  fixed('06-21', 'Andean New Year', 'Año Nuevo Andino').from(2010),
  fixed('08-02', 'Agrarian Reform Day', 'Día de la Revolución Agraria').from(1953),
  fixed('08-06', 'Independence Day', 'Dia de la Patria'),
  fixed('11-02', "All Saints' Day", 'Todos Santos'),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
