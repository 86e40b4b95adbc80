// Holidays of the Falkland Islands.
import { easter, fixed, on, type Rule, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  fixed('06-14', 'Liberation Day').observed(weekendToMonday).from(1984),
  on('1st monday of october', 'Peat Cutting Day').from(2002),
  fixed('11-14', "King's Birthday").observed(weekendToMonday).from(2023),
  fixed('04-21', "Queen's Birthday").from(1953).until(2022).observed(weekendToMonday),
  fixed('12-08', 'Battle Day').observed(weekendToMonday),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
  fixed('12-27', 'Christmas Holiday'),
  fixed('12-30', 'Government Holiday').as('Authorities'),
  fixed('12-31', 'Government Holiday').as('Authorities'),
]
