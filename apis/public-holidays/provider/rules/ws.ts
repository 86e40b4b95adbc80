// Holidays of Samoa: Public Holidays Act; three family days are kept on the Monday after their Sunday.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-02', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  easter(1, 'Easter Monday'),
  on('2nd sunday of may', "Mother's Day").plus(1),
  fixed('06-01', 'Independence Day').from(1962),
  on('2nd sunday of august', "Father's Day").plus(1),
  on('2nd sunday of october', 'Lotu a Tamaiti').plus(1),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
