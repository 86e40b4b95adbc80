// Holidays of Honduras.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-3, 'Maundy Thursday', 'Holy Thursday'),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday'),
  fixed('04-14', "America's Day"),
  fixed('05-01', 'Labour Day'),
  fixed('09-15', 'Independence Day'),
  fixed('10-03', "Francisco Morazán's Day/Soldier's Day"),
  fixed('10-12', 'Columbus Day'),
  fixed('10-21', 'Army Day'),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
