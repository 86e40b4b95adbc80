// Holidays of Ecuador.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  easter(-48, 'Carnival', 'Carnaval'),
  easter(-47, 'Carnival', 'Carnaval'),
  easter(-2, 'Good Friday'),
  fixed('05-01', "International Workers' Day"),
  fixed('05-24', 'The Battle of Pichincha', 'Batalla de Pichincha'),
  fixed('08-10', 'Declaration of Independence of Quito', 'Primer Grito de Independencia'),
  fixed('10-09', 'Independence of Guayaquil', 'Independencia de Guayaquil'),
  fixed('11-02', "All Souls' Day", 'Día de los Difuntos, Día de Muertos'),
  fixed('11-03', 'Independence of Cuenca', 'Independencia de Cuenca'),
  fixed('12-25', 'Christmas Day', 'Día de Navidad'),
]
