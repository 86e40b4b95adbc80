// Holidays of Tonga: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('06-04', 'Emancipation Day').from(1970),
  fixed('07-04', 'Birthday of the reigning Sovereign of Tonga').from(2012),
  fixed('09-17', 'Birthday of the Heir to the Crown of Tonga').from(2012),
  fixed('11-04', 'Constitution Day'),
  fixed('12-04', 'Anniversary of the Coronation of H.M. King George Tubou I'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Christmas Day'),
]
