// Holidays of Antigua and Barbuda: Public Holidays Act, which moves single days off the weekend.
import { easter, fixed, on, type Rule, sundayToMonday, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('1st monday of may', 'Labour Day'),
  easter(50, 'Whit Monday'),
  on('1st monday of august', 'Carnival Monday'),
  on('1st monday of august', 'Carnival Tuesday').plus(1),
  on('2nd thursday of september', 'National Day of Prayer'),
  fixed('11-01', 'Independence Day').observed(weekendToMonday).from(1981),
  fixed('12-09', "National Heroes' Day").from(1999),
  fixed('12-25', 'Christmas Day').observed({ saturday: 3, sunday: 2 }),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(sundayToMonday),
]
