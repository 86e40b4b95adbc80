// Holidays of Malta: National Holidays and Other Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'L-Ewwel tas-Sena'),
  fixed('02-10', "Feast of St. Paul's Shipwreck", 'In-Nawfraġju ta’ San Pawl'),
  fixed('03-19', 'Feast of St. Joseph', 'San Ġużepp'),
  fixed('03-31', 'Freedom Day', 'Jum il-Ħelsien').from(1989),
  easter(-2, 'Good Friday', 'Il-Ġimgħa l-Kbira'),
  fixed('05-01', "Worker's Day", 'Jum il-Ħaddiem'),
  fixed('06-07', 'Sette Giugno').from(1989),
  fixed('06-29', 'Feast of St.Peter and St.Paul', 'L-Imnarja'),
  fixed('08-15', 'Assumption Day', 'Santa Marija'),
  fixed('09-08', 'Feast of Our Lady of Victories', 'Il-Vittorja'),
  fixed('09-21', 'Independence Day', 'L-Indipendenza').from(1989),
  fixed('09-21', 'Independence Day', 'L-Indipendenza').from(1964).until(1974),
  fixed('12-08', 'Feast of the Immaculate Conception', 'L-Immakulata Kunċizzjoni'),
  fixed('12-13', 'Republic Day', 'Jum ir-Repubblika').from(1975),
  fixed('12-25', 'Christmas Day', 'Il-Milied'),
]
