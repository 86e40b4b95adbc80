// Holidays of Norfolk Island.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-26', 'Australia Day'),
  fixed('03-06', 'Norfolk Island Foundation Day').from(1980),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-25', 'Anzac Day').from(1926),
  fixed('06-08', 'Bounty Day'),
  on('2nd monday of june', "King's Birthday").from(2023),
  on('2nd monday of june', "Queen's Birthday").from(1953).until(2022),
  on('2nd monday of october', 'Norfolk Island Agricultural Show'),
  on('last wednesday of november', 'Thanksgiving Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
