// Holidays of Bangladesh: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('02-21', 'International Mother Language Day', 'শহিদ দিবস ও আন্তর্জাতিক মাতৃভাষা দিবস').from(1953),
  fixed('03-26', 'Independence and National Day', 'স্বাধীনতা ও জাতীয় দিবস').from(1972),
  fixed('04-14', 'Bengali New Year', 'নববর্ষ').from(1987),
  fixed('05-01', 'Labour Day', 'মে দিবস').from(1972),
  fixed('08-05', 'July Mass Uprising Day', 'জুলাই গণঅভ্যুত্থান দিবস').from(2025),
  fixed('12-16', 'Victory Day', 'বিজয় দিবস').from(1972),
  fixed('12-25', 'Christmas Day', 'বড়দিন'),
]
