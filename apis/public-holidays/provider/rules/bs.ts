// Holidays of the Bahamas: most days move to the nearer end of the working week.
import { easter, fixed, type Rule } from '../language/rules.ts'

const longWeekends = { tuesday: -1, wednesday: 2, thursday: 1, saturday: 2, sunday: 1 }

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(longWeekends),
  fixed('01-10', 'Majority Rule Day').from(2014).observed(longWeekends),
  fixed('04-01', 'Perry Christie Day').observed(longWeekends),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  easter(50, 'Whit Monday'),
  fixed('07-10', 'Independence Day').from(1973),
  fixed('08-05', 'Emancipation Day').observed(longWeekends),
  fixed('10-12', "National Heroes' Day").from(2013).observed(longWeekends),
  fixed('10-12', 'Discovery Day').until(2012).observed(longWeekends),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
