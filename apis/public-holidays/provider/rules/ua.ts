// Holidays of Ukraine: Labour Code, article 73, as amended in 2017 and 2023.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-07', 'Christmas Day (Orthodox)', 'Різдво Христове').from(1991).until(2023),
  fixed('01-01', "New Year's Day", 'Новий Рік'),
  fixed('03-08', "International Women's Day", 'Міжнародний жіночий день').from(1966),
  fixed('05-02', "International Workers' Day", 'День праці').until(2017),
  orthodoxEaster(0, 'Easter Sunday', 'Великдень').from(1991),
  fixed('05-01', "International Workers' Day", 'День праці'),
  fixed('05-08', 'Victory day over Nazism in World War II', 'День перемоги над нацизмом у Другій світовій війні').from(
    2024,
  ),
  fixed('05-09', 'Victory Day', 'День перемоги').from(1965).until(2023),
  orthodoxEaster(49, 'Pentecost', 'Трійця').from(1991),
  fixed('06-28', 'Constitution Day', 'День Конституції').from(1997),
  fixed('07-15', 'Statehood Day', 'День Української Державності').from(2024),
  fixed('07-28', 'Statehood Day', 'День Української Державності').from(2022).until(2023),
  fixed('08-24', 'Independence Day', 'День Незалежності').from(1992),
  fixed('11-07', 'Anniversary of the October Revolution', 'Річниця Великої Жовтневої соціалістичної революції').until(
    1999,
  ),
  fixed('11-08', 'Anniversary of the October Revolution', 'Річниця Великої Жовтневої соціалістичної революції').until(
    1999,
  ),
  fixed('10-01', 'Defender of Ukraine Day', 'День захисників і захисниць України').from(2023),
  fixed('10-14', 'Defender of Ukraine Day', 'День захисників і захисниць України').from(2015).until(2022),
  fixed('12-25', 'Christmas Day', 'Різдво Христове').from(2017),
]
