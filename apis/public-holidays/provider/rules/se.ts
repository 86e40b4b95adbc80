// Holidays of Sweden: Act 1989:253 on public holidays.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nyårsdagen'),
  fixed('01-06', 'Epiphany', 'Trettondedag jul'),
  easter(-2, 'Good Friday', 'Långfredagen'),
  easter(0, 'Easter Sunday', 'Påskdagen'),
  easter(1, 'Easter Monday', 'Annandag påsk'),
  fixed('05-01', "International Workers' Day", 'Första maj').from(1939),
  easter(39, 'Ascension Day', 'Kristi himmelsfärdsdag'),
  easter(49, 'Pentecost', 'Pingstdagen'),
  easter(50, 'Whit Monday', 'Annandag pingst').until(2004),
  fixed('06-06', 'National Day of Sweden', 'Sveriges nationaldag').from(2005),
  on('friday on or after 06-19', 'Midsummer Eve', 'Midsommarafton').from(1953),
  fixed('06-23', 'Midsummer Eve', 'Midsommarafton').until(1952),
  on('saturday on or after 06-20', 'Midsummer Day', 'Midsommardagen').from(1953),
  fixed('06-24', 'Midsummer Day', 'Midsommardagen').until(1952),
  on('saturday on or after 10-31', "All Saints' Day", 'Alla helgons dag').from(1953),
  on('1st sunday of november', "All Saints' Day", 'Alla helgons dag').until(1952),
  fixed('12-24', 'Christmas Eve', 'Julafton'),
  fixed('12-25', 'Christmas Day', 'Juldagen'),
  fixed('12-26', "St. Stephen's Day", 'Annandag jul'),
  fixed('12-31', "New Year's Eve", 'Nyårsafton'),
]
