// Holidays of Barbados: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, on, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('01-21', 'Errol Barrow Day').from(1989).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-28', "National Heroes' Day").from(1998).observed(sundayToMonday),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  easter(50, 'Whit Monday'),
  fixed('08-01', 'Emancipation Day').from(1997).observed(sundayToMonday),
  on('1st monday of august', 'Kadooment Day'),
  fixed('11-30', 'Independence Day').from(1966).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', 'Boxing Day').observed(sundayToMonday),
]
