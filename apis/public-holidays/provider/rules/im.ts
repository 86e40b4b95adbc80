// Holidays of the Isle of Man: Bank Holidays Act; weekend days move on, so that Christmas and Boxing Day keep two
// working days.
import { easter, fixed, on, type Rule, weekendToMonday, weekendTwoDaysOn } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(weekendToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  on('1st monday of may', 'Early May Bank Holiday').from(1978).moved({ 1995: '05-08', 2020: '05-08' }),
  on('last monday of may', 'Spring Bank Holiday').from(1971).moved({ 2002: '06-04', 2012: '06-04', 2022: '06-02' }),
  fixed('06-03', 'Golden Jubilee Bank Holiday').only(2002),
  fixed('06-05', 'Diamond Jubilee Bank Holiday').only(2012),
  fixed('06-03', 'Platinum Jubilee Bank Holiday').only(2022),
  on('2nd friday of june', 'Senior Race Day'),
  fixed('07-05', 'Tynwald Day').observed(weekendToMonday),
  on('last monday of august', 'Late Summer Bank Holiday').from(1971),
  fixed('09-19', 'State Funeral of Queen Elizabeth II').only(2022),
  fixed('05-08', 'Coronation Bank Holiday').only(2023),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', 'Boxing Day', "St. Stephen's Day").observed(weekendTwoDaysOn),
]
