// Holidays of Estonia: Public Holidays and Days of National Importance Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'uusaasta'),
  fixed('02-24', 'Independence Day', 'iseseisvuspäev').from(1919),
  easter(-2, 'Good Friday', 'suur reede'),
  easter(0, 'Easter Sunday', 'ülestõusmispühade 1. püha'),
  fixed('05-01', 'Spring Day', 'kevadpüha'),
  easter(49, 'Pentecost', 'nelipühade 1. püha'),
  fixed('06-23', 'Victory Day', 'võidupüha and jaanilaupäev').from(1934),
  fixed('06-24', 'Midsummer Day', 'jaanipäev'),
  fixed('08-20', 'Day of Restoration of Independence', 'taasiseseisvumispäev').from(1998),
  fixed('12-24', 'Christmas Eve', 'jõululaupäev').from(2005),
  fixed('12-25', 'Christmas Day', 'esimene jõulupüha'),
  fixed('12-26', "St. Stephen's Day", 'teine jõulupüha'),
]
