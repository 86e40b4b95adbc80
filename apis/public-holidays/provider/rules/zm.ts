// Holidays of Zambia: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, on, type Rule, sundayToMonday, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('03-08', "International Women's Day").observed(sundayToMonday),
  fixed('03-12', 'Youth Day').from(1966).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday', 'Easter Saturday'),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  fixed('04-28', "Kenneth Kaunda's Birthday").from(2022).observed(sundayToMonday),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  fixed('05-25', 'African Freedom Day', 'Africa Freedom Day').from(1965).observed(sundayToMonday),
  on('1st monday of july', "Heroes' Day"),
  on('1st monday of july', 'Unity Day').plus(1),
  on('1st monday of august', "Farmers' Day"),
  fixed('10-18', 'National Day of Prayer').from(2015).observed(sundayToMonday),
  fixed('10-24', 'Independence Day').observed(weekendToMonday).from(1964),
  fixed('12-25', 'Christmas Day'),
]
