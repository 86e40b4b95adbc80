// Holidays of Bermuda: Public Holidays Act 1947; weekend days move on, so that Christmas and Boxing Day keep two
// working days.
import { easter, fixed, on, type Rule, weekendToMonday, weekendTwoDaysOn } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(weekendToMonday),
  easter(-2, 'Good Friday'),
  on('4th friday of may', 'Bermuda Day').from(2018),
  fixed('05-24', 'Bermuda Day').from(1980).until(2017).observed(weekendToMonday),
  on('3rd monday of june', 'National Heroes Day').from(2009),
  on('1st monday of august', 'Emancipation Day').plus(-4),
  on('1st monday of august', 'Mary Prince Day').plus(-3).from(2020),
  on('1st monday of august', 'Somers Day').plus(-3).until(2019),
  on('1st monday of september', 'Labour Day').from(1982),
  fixed('11-11', 'Remembrance Day').observed(weekendToMonday).from(1919),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(weekendTwoDaysOn),
]
