// Holidays of Pitcairn: Public Holidays Ordinance.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-23', 'Bounty Day'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('2nd monday of may', "King's Official Birthday").from(2023),
  on('2nd saturday of june', "Queen's Official Birthday").from(1953).until(2022),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
