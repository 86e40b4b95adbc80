// Holidays of China: Regulation on Public Holidays of 1949, amended in 1999, 2007, 2013 and 2024. Weekends worked to
// join free days are not listed, because the State Council sets them year by year.
import { chinese, fixed, listed, type Rule, sun } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", '元旦').from(1950),
  chinese('01-01', "Chinese New Year's Eve", '除夕').plus(-1).from(2025),
  chinese('01-01', "Chinese New Year's Eve", '除夕').plus(-1).from(2008).until(2013),
  chinese('01-01', 'Chinese New Year (Spring Festival)', '春节'),
  chinese('01-02', 'Chinese New Year (Spring Festival)', '春节'),
  chinese('01-03', 'Chinese New Year (Spring Festival)', '春节').except(2008, 2009, 2010, 2011, 2012, 2013),
  sun({ longitude: 15, utcOffsetHours: 8 }, 'Qingming Festival (Tomb-Sweeping Day)', '清明节').from(2008),
  fixed('05-01', 'Labour Day', '劳动节').from(1950),
  fixed('05-02', 'Labour Day', '劳动节').from(2025),
  listed(
    {
      2000: '05-02 05-03',
      2001: '05-02 05-03',
      2002: '05-02 05-03',
      2003: '05-02 05-03',
      2004: '05-02 05-03',
      2005: '05-02 05-03',
      2006: '05-02 05-03',
      2007: '05-02 05-03',
    },
    'Labour Day',
    '劳动节',
  ),
  chinese('05-05', 'Dragon Boat Festival', '端午节').from(2008),
  fixed('09-03', 'Victory Day', '抗战胜利纪念日').only(2015),
  chinese('08-15', 'Mid-Autumn Festival', '中秋节').from(2008),
  fixed('10-01', 'National Day', '国庆节').from(1950),
  fixed('10-02', 'National Day', '国庆节').from(1950),
  fixed('10-03', 'National Day', '国庆节').from(1999),
]
