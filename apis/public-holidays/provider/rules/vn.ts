// Holidays of Vietnam: Labour Code, article 112; the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Tết dương lịch'),
  fixed('04-30', 'Reunification Day', 'Ngày Giải phóng miền Nam, thống nhất đất nước').from(1976),
  fixed('05-01', 'Labour Day', 'Ngày Quốc tế lao động'),
  fixed('09-02', 'National Day', 'Quốc khánh').from(1945),
]
