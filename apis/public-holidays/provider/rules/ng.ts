// Holidays of Nigeria: Public Holidays Act; days on a weekend are made up.
import { easter, fixed, type Rule, weekendToMonday, weekendTwoDaysOn } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(weekendToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', "Workers' Day"),
  fixed('05-27', "Children's Day"),
  fixed('06-12', 'Democracy Day').observed(weekendToMonday).from(2019),
  fixed('05-29', 'Democracy Day').from(2000).until(2018).observed(weekendToMonday),
  fixed('10-01', 'National Day').observed(weekendToMonday).from(1960),
  fixed('11-01', 'National Youth Day').from(2020),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', 'Boxing Day').observed(weekendTwoDaysOn),
]
