// Holidays of Mali: Law 05-040 of 2005 on public holidays; the crescent is proclaimed, so feasts of past years are
// listed.
import { easter, fixed, islamic, type Rule } from '../language/rules.ts'

const mawloud = {
  2015: '01-03 12-24',
  2016: '12-12',
  2017: '12-01',
  2018: '11-21',
  2019: '11-10',
  2021: '10-19',
  2022: '10-09',
  2023: '09-28',
  2024: '09-16',
}
const korite = {
  2015: '07-18',
  2016: '07-07',
  2017: '06-26',
  2019: '06-03',
  2020: '05-23',
  2021: '05-12',
  2022: '05-01',
  2024: '04-09',
}
const tabaski = {
  2015: '09-24',
  2016: '09-13',
  2017: '09-02',
  2018: '08-22',
  2021: '07-21',
  2024: '06-17',
  2025: '06-07',
}

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-20', 'Armed Forces Day').from(1961),
  fixed('03-26', "Martyrs' Day").from(1992),
  easter(1, 'Easter Monday'),
  fixed('05-01', "Workers' Day"),
  fixed('05-25', 'Africa Day').from(1963),
  fixed('09-22', 'Independence Day').from(1960),
  fixed('12-25', 'Christmas Day'),
  islamic('03-12', 'Mawloud').moved(mawloud),
  islamic('03-12', 'Baptism of the Prophet').moved(mawloud).plus(7),
  islamic('10-01', 'Korité').moved(korite),
  islamic('12-10', 'Tabaski').moved(tabaski),
]
