// Holidays of the Turks and Caicos Islands.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  on('2nd monday of march', 'Commonwealth Day'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('last monday of may', 'JAGS McCartney Day'),
  on('last monday of may', "King's Birthday").from(2023),
  on('2nd monday of june', "Queen's Birthday").from(1953).until(2022),
  fixed('08-01', 'Emancipation Day'),
  on('last monday of august', 'Constitution Day'),
  on('last friday of september', 'National Youth Day'),
  on('2nd monday of october', 'National Heritage Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
