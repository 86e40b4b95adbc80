// Holidays of the British Virgin Islands: Public Holidays Act.
import { easter, fixed, on, type Rule, weekendToMonday, weekendTwoDaysOn } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-07', "Lavity Stoutt's Birthday").observed(weekendToMonday).from(1996),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  easter(50, 'Whit Monday'),
  on('2nd friday of june', "Sovereign's Birthday").from(2020),
  on('2nd saturday of june', "Queen's Birthday").from(1953).until(2019),
  fixed('07-01', 'Virgin Islands Day'),
  on('1st monday of august', 'Emancipation Monday'),
  on('1st monday of august', 'Emancipation Tuesday').plus(1),
  on('1st monday of august', 'Emancipation Wednesday').plus(2),
  on('3rd monday of october', 'Heroes and Foreparents Day').from(2021),
  fixed('10-21', "Saint Ursula's Day").until(2020),
  on('4th monday of november', 'The 1949 Great March and Restoration Day').from(2021),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(weekendTwoDaysOn),
]
