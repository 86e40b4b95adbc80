// Holidays of Guatemala.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-3, 'Maundy Thursday'),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  easter(0, 'Easter Sunday'),
  fixed('05-01', "International Workers' Day"),
  fixed('06-30', 'Army Day').from(1871),
  fixed('09-15', 'Independence Day'),
  fixed('10-20', 'Revolution Day').from(1944),
  fixed('11-01', "All Saints' Day"),
  fixed('12-24', 'Christmas Eve'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-31', "New Year's Eve"),
]
