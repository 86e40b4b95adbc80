// Holidays of New Caledonia.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  fixed('05-01', 'Labour Day'),
  fixed('05-08', 'Victory Day').from(1982),
  easter(39, 'Ascension Day'),
  easter(50, 'Whit Monday'),
  fixed('07-14', 'French National Day').from(1880),
  fixed('08-15', 'Assumption Day'),
  fixed('09-24', 'New Caledonia Day').from(1953),
  fixed('11-01', "All Saints' Day"),
  fixed('11-11', 'Armistice Day').from(1922),
  fixed('12-25', 'Christmas Day'),
  fixed('12-31', "New Year's Eve"),
]
