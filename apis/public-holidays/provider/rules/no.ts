// Holidays of Norway: Act of 26 April 1947 and the Act on public holidays of 1995.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Første nyttårsdag'),
  easter(-3, 'Maundy Thursday', 'Skjærtorsdag'),
  easter(-2, 'Good Friday', 'Langfredag'),
  easter(0, 'Easter Sunday', 'Første påskedag'),
  easter(1, 'Easter Monday', 'Andre påskedag'),
  fixed('05-01', 'Labour Day', 'Første mai').from(1947),
  easter(39, 'Ascension Day', 'Kristi himmelfartsdag'),
  fixed('05-17', 'Constitution Day', 'Syttende mai').from(1947),
  easter(49, 'Pentecost', 'Første pinsedag'),
  easter(50, 'Whit Monday', 'Andre pinsedag'),
  fixed('12-25', 'Christmas Day', 'Første juledag'),
  fixed('12-26', "St. Stephen's Day", 'Andre juledag'),
]
