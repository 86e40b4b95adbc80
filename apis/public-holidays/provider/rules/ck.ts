// Holidays of the Cook Islands.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-02', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('04-25', 'Anzac Day').from(1920),
  on('1st monday of june', "King's Birthday").from(2023),
  on('1st monday of june', "Queen's Birthday").from(1953).until(2022),
  on('1st friday of july', 'Ra o te Ui Ariki').from(2012),
  fixed('08-04', 'Constitution Day').from(1965),
  fixed('10-26', 'Gospel Day'),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
