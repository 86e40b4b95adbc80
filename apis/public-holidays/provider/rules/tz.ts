// Holidays of Tanzania: Public Holidays Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Mwaka mpya'),
  fixed('01-12', 'Zanzibar Revolution Day', 'Sikukuu ya Mapinduzi ya Zanzibar').from(1964),
  easter(-2, 'Good Friday', 'Ijumaa Kuu'),
  easter(1, 'Easter Monday', 'Jumatatu ya Pasaka'),
  fixed('04-07', 'Karume Day', 'Siku ya Karume').from(1972),
  fixed('04-26', 'Union Day', 'Sikukuu ya Muungano').from(1964),
  fixed('05-01', "International Workers' Day", 'Sikukuu ya Wafanyakazi'),
  fixed('07-07', 'Saba Saba Day', 'Saba Saba').from(1954),
  fixed('08-08', 'Nane Nane Day', 'Nane Nane'),
  fixed('10-14', 'Nyerere Day', 'Siku ya Nyerere').from(2000),
  fixed('12-09', 'Independence Day', 'Siku ya Uhuru').from(1961),
  fixed('12-25', 'Christmas Day', 'Krismasi'),
  fixed('12-26', "St. Stephen's Day", 'Siku ya kufungua Zawadi'),
]
