// Holidays of the United States Virgin Islands: the federal days of the United States and the days of the territory.
import { easter, fixed, nearestWorkday, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-06', 'Epiphany', 'Three Kings Day'),
  on('3rd monday of january', 'Martin Luther King, Jr. Day').from(1986),
  on('3rd monday of february', 'Presidents Day', "President's Day").from(1971),
  fixed('03-31', 'Transfer Day').from(1918),
  easter(-3, 'Maundy Thursday', 'Holy Thursday'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('last monday of may', 'Memorial Day').from(1971),
  fixed('06-19', 'Juneteenth National Independence Day').from(2021),
  fixed('07-03', 'Emancipation Day'),
  fixed('07-04', 'Independence Day').observed(nearestWorkday),
  on('1st monday of september', 'Labour Day', 'Labor Day'),
  on('2nd monday of october', 'Columbus Day', 'Virgin Islands–Puerto Rico Friendship Day & Columbus Day').from(1971),
  fixed('11-11', 'Veterans Day').from(1938),
  on('4th thursday of november', 'Thanksgiving Day').from(1942),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Second Day of Christmas'),
]
