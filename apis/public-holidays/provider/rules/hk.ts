// Holidays of Hong Kong: General Holidays Ordinance; a holiday on a Sunday is made up on the next day that is not a
// holiday. Since 2012 a Sunday among the first three days of the lunar year is made up by the fourth, before that by
// New Year's Eve.
import { chinese, easter, fixed, type Rule, sun, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", '元旦新年').observed(sundayToMonday),
  chinese('01-01', 'Lunar New Year', '農曆年初一').observed({ sunday: -1 }).observed({ sunday: 3 }, 2012),
  chinese('01-02', 'Second day of Lunar New Year', '農曆年初二').observed({ sunday: -2 }).observed({ sunday: 2 }, 2012),
  chinese('01-03', 'Third day of Lunar New Year', '農曆年初三').observed({ sunday: -3 }).observed({ sunday: 1 }, 2012),
  easter(-2, 'Good Friday', '耶穌受難節'),
  easter(-1, 'Holy Saturday', '耶穌受難節翌日'),
  easter(1, 'Easter Monday', '復活節星期一'),
  sun({ longitude: 15, utcOffsetHours: 8 }, 'Ching Ming Festival', '清明節')
    .moved({
      1999: '04-06',
      2010: '04-06',
      2015: '04-07',
      2021: '04-06',
      2026: '04-07',
      2037: '04-07',
      2042: '04-08',
      2048: '04-07',
      2053: '04-08',
      2064: '04-08',
      2078: '04-05',
      2083: '04-06',
      2089: '04-05',
      2094: '04-06',
    })
    .observed(sundayToMonday),
  fixed('05-01', 'Labour Day', '勞動節').from(1999).observed(sundayToMonday),
  chinese('04-08', "Buddha's Birthday", '佛誕').from(1999).observed(sundayToMonday),
  chinese('05-05', 'Dragon Boat Festival', '端午節').observed(sundayToMonday),
  fixed('07-01', 'Hong Kong Special Administrative Region Establishment Day', '香港特別行政區成立紀念日')
    .from(1997)
    .observed(sundayToMonday),
  chinese('08-16', 'Day following the Mid-Autumn Festival', '中秋節翌日')
    .observed({ sunday: -1 })
    .observed(sundayToMonday, 2012)
    .moved({ 2012: '10-02', 2050: '10-03', 2096: '10-02' }),
  fixed('10-01', 'National Day', '中華人民共和國國慶日').from(1997).observed(sundayToMonday),
  chinese('09-09', 'Chung Yeung Festival', '重陽節').observed(sundayToMonday),
  fixed('12-25', 'Christmas Day', '聖誕節').observed(sundayToTuesday),
  fixed('12-26', 'Boxing Day', '聖誕節翌日').observed(sundayToMonday),
]
