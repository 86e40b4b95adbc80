// Holidays of the Marshall Islands: Public Holidays Act.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('03-01', 'Remembrance Day').from(1989),
  easter(-2, 'Good Friday'),
  fixed('05-01', 'Constitution Day').from(1979),
  on('1st friday of july', "Fishermen's Day"),
  on('1st friday of september', 'Labour Day', 'Labor Day'),
  on('last friday of september', 'Manit Day'),
  fixed('11-17', "Presidents' Day").from(1979),
  on('1st friday of december', 'Gospel Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-31', "New Year's Eve"),
]
