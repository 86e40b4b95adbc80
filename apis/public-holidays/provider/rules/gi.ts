// Holidays of Gibraltar: Banking and Financial Dealings Act.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  on('2nd monday of march', 'Commonwealth Day'),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-28', "Workers' Memorial Day").from(2014),
  fixed('05-01', 'May Day Bank Holiday'),
  on('last monday of may', 'Spring Bank Holiday').moved({ 2002: '06-04', 2012: '06-04', 2022: '06-02' }),
  fixed('06-03', 'Golden Jubilee').only(2002),
  fixed('06-05', 'Diamond Jubilee').only(2012),
  fixed('06-03', 'Platinum Jubilee').only(2022),
  on('2nd monday of june', "Queen's Birthday"),
  on('last monday of august', 'Summer Bank Holiday'),
  fixed('09-10', 'Gibraltar National Day').from(1992),
  fixed('09-19', 'State Funeral of Queen Elizabeth II').only(2022),
  fixed('05-08', 'Coronation of King Charles III').only(2023),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day', "St. Stephen's Day"),
]
