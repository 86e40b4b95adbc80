// Holidays of Kosovo: Law 03/L-064 on official holidays; a holiday on a weekend is observed on Monday.
import { afterMovedDay, easter, fixed, islamic, orthodoxEaster, type Rule, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Viti i Ri').observed(weekendToMonday),
  fixed('01-02', "New Year's Day", 'Viti i Ri').observed(afterMovedDay),
  fixed('01-07', 'Orthodox Christmas', 'Krishtlindjet Ortodokse').observed(weekendToMonday),
  fixed('02-17', 'Independence Day', 'Dita e Pavarësisë').from(2009).observed(weekendToMonday),
  easter(1, 'Catholic Easter', 'Pashkët Katolike'),
  fixed('04-09', 'Constitution Day', 'Dita e Kushtetutës').from(2009).observed(weekendToMonday),
  orthodoxEaster(1, 'Orthodox Easter', 'Pashkët Ortodokse'),
  fixed('05-01', "International Workers' Day", 'Dita Ndërkombëtare e Punës').observed(weekendToMonday),
  fixed('05-09', 'Europe Day', 'Dita e Evropës').from(2009).observed(weekendToMonday),
  islamic('10-01', 'Eid ul-Fitr', 'Bajrami i Madh').observed(weekendToMonday),
  islamic('12-10', 'Eid ul-Adha', 'Bajrami i Vogël').observed(weekendToMonday),
  fixed('12-25', 'Catholic Christmas', 'Krishtlindjet Katolike').observed(weekendToMonday),
]
