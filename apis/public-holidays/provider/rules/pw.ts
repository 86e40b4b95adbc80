// Holidays of Palau: 1 PNC 701.
import { fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-15', 'Youth Day'),
  fixed('05-05', 'Senior Citizens Day'),
  fixed('06-01', "President's Day"),
  fixed('07-09', 'Constitution Day').from(1981),
  on('1st monday of september', 'Labour Day'),
  fixed('10-01', 'Independence Day').from(1994),
  fixed('10-24', 'United Nations Day').from(1982),
  on('4th thursday of november', 'Thanksgiving Day'),
  on('4th thursday of november', 'Family Day').plus(1),
  fixed('12-25', 'Christmas Day'),
]
