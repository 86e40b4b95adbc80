// Holidays of Åland: Finland's, and its own autonomy day.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nyårsdagen'),
  fixed('01-06', 'Epiphany', 'Trettondagen'),
  easter(-2, 'Good Friday', 'Långfredag'),
  easter(0, 'Easter Sunday', 'Påskdagen'),
  easter(1, 'Easter Monday', 'Annandag påsk'),
  fixed('05-01', 'May Day', 'Första maj'),
  easter(39, 'Ascension Day', 'Kristi himmelsfärdsdagn'),
  easter(49, 'Pentecost', 'Pingstdagen'),
  fixed('06-09', 'Autonomy Day', 'Självstyrelsedagen').from(1993),
  on('friday on or after 06-19', 'Midsummer Eve', 'Midsommarafton'),
  on('saturday on or after 06-20', 'Midsummer Day', 'Midsommardagen'),
  on('1st saturday of november', 'All Saints Day', 'Alla helgons dag'),
  fixed('12-06', 'Independence Day', 'Självständighetsdagen').from(1919),
  fixed('12-24', 'Christmas Eve', 'Julafton'),
  fixed('12-25', 'Christmas Day', 'Juldagen'),
  fixed('12-26', "St. Stephen's Day", 'Annandag jul'),
]
