// Holidays of Montserrat.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-17', "Saint Patrick's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('1st monday of may', 'Labour Day'),
  easter(50, 'Whit Monday'),
  on('2nd monday of june', "Queen's Birthday"),
  on('1st monday of august', 'Emancipation Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day', "St. Stephen's Day"),
  fixed('12-31', 'Festival Day'),
]
