// Holidays of Guinea-Bissau.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-20', "National Heroes' Day"),
  fixed('03-08', "International Women's Day"),
  easter(-2, 'Good Friday'),
  easter(0, 'Easter Sunday'),
  fixed('05-01', 'Labour Day', "International Workers' Day"),
  fixed('09-24', 'Independence Day').from(1973),
  fixed('11-02', "All Souls' Day"),
  fixed('12-24', 'Christmas Eve'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-31', "New Year's Eve"),
]
