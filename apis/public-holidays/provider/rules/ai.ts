// Holidays of Anguilla: two working days follow a Christmas on the weekend; the sovereign's day follows the second
// Saturday of June.
import { easter, fixed, on, type Rule, weekendToMonday, weekendTwoDaysOn } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(weekendToMonday),
  fixed('03-02', 'James Ronald Webster Day').from(2010),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(50, 'Whit Monday'),
  fixed('05-30', 'Anguilla Day').observed(weekendToMonday).from(1968),
  on('2nd saturday of june', 'Sovereignty Day').plus(2),
  on('1st monday of august', 'August Monday'),
  on('1st monday of august', 'August Thursday').plus(3),
  on('1st monday of august', 'Constitution Day').plus(4),
  fixed('12-19', "National Heroes' Day").observed(weekendToMonday).from(2011),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(weekendTwoDaysOn),
]
