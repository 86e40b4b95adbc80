// Holidays of the Cocos (Keeling) Islands.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-26', 'Australia Day'),
  easter(-2, 'Good Friday'),
  fixed('04-06', 'Self Determination Day').from(1985),
  easter(1, 'Easter Monday'),
  fixed('04-25', 'Anzac Day'),
  fixed('06-06', "King's Birthday"),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
