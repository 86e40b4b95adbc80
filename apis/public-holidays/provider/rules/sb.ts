// Holidays of the Solomon Islands: Public Holidays Act.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  easter(1, 'Easter Monday'),
  easter(50, 'Whit Monday'),
  on('2nd friday of june', "King's Birthday").from(2023),
  on('2nd friday of june', "Queen's Birthday").from(1953).until(2022),
  fixed('07-07', 'Independence Day').from(1978),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'National Day of Thanksgiving'),
]
