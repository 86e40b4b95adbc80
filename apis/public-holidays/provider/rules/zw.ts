// Holidays of Zimbabwe: Public Holidays and Prohibition of Business Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, on, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  fixed('02-21', 'Robert Mugabe National Youth Day').from(2018).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday', 'Easter Saturday'),
  easter(1, 'Easter Monday'),
  fixed('04-18', 'Independence Day').from(1980).observed(sundayToMonday),
  fixed('05-01', "Worker's Day").observed(sundayToMonday),
  fixed('05-25', 'Africa Day').from(1980).observed(sundayToMonday),
  on('2nd monday of august', "Heroes' Day").from(1980),
  on('2nd monday of august', 'Defence Forces Day').plus(1).from(1980),
  fixed('12-22', 'Unity Day').from(1988).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(sundayToMonday),
]
