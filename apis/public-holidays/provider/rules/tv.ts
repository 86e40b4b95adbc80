// Holidays of Tuvalu.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Tausaga Fou'),
  on('2nd monday of march', 'Commonwealth Day'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('2nd monday of may', 'Gospel Day', 'Te Aso o te Tala Lei'),
  on('2nd monday of may', "King's Official Birthday").from(2023),
  on('2nd saturday of june', "Queen's Official Birthday").from(1978).until(2022),
  on('1st monday of august', "National Children's Day", 'Aso Tamaliki'),
  fixed('10-01', 'Tuvalu Day').from(1978),
  fixed('10-02', 'Tuvalu Day Holiday').from(1978),
  fixed('12-25', 'Christmas Day', 'Kilisimasi'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
