// Holidays of Ghana: Public Holidays Act 2001 with the amendments of 2019 and 2025.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-07', 'Constitution Day').from(2019),
  fixed('03-06', 'Independence Day').from(1957),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'May Day'),
  fixed('07-01', 'Republic Day').from(1960).except(2019, 2020, 2021, 2022, 2023, 2024),
  fixed('08-04', 'Founders Day').from(2019).until(2024),
  fixed('09-21', 'Founders Day').from(2025),
  fixed('09-21', "Founder's Day").from(2009).until(2018),
  fixed('09-21', 'Kwame Nkrumah Memorial Day').from(2019).until(2024),
  on('1st friday of december', "Farmers' Day").from(1985),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day'),
]
