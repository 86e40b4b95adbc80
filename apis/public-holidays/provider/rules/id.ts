// Holidays of Indonesia: the days fixed in the Gregorian calendar and those of the churches.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Tahun Baru Masehi'),
  easter(-2, 'Good Friday', 'Wafat Isa Almasih'),
  easter(0, 'Easter Sunday', 'Paskah').from(2024),
  fixed('05-01', 'Labour Day', 'Hari Buruh Internasional').from(2014),
  easter(39, 'Ascension Day', 'Kenaikan Isa Almasih'),
  fixed('06-01', 'Pancasila Day', 'Hari Lahir Pancasila').from(2017),
  fixed('08-17', 'Independence Day', 'Hari Ulang Tahun Kemerdekaan Republik Indonesia').from(1945),
  fixed('12-25', 'Christmas Day', 'Hari Raya Natal'),
]
