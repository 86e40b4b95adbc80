// Holidays of Romania: Labour Code, article 139; movable days are those of the Orthodox church.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Anul Nou'),
  fixed('01-02', "Day after New Year's Day", 'Anul Nou'),
  fixed('01-06', 'Epiphany', 'Bobotează').from(2024),
  fixed('01-07', 'Saint John the Baptist', 'Sfântul Ion').from(2024),
  fixed('01-24', 'Union Day/Small Union', 'Unirea Principatelor Române/Mica Unire').from(2017),
  orthodoxEaster(-2, 'Good Friday', 'Vinerea mare').from(2018),
  orthodoxEaster(0, 'Easter Sunday', 'Paștele'),
  orthodoxEaster(1, 'Easter Monday', 'Paștele'),
  fixed('05-01', 'Labour Day', 'Ziua Muncii'),
  orthodoxEaster(49, 'Pentecost', 'Rusaliile').from(2009),
  fixed('06-01', "Children's Day", 'Ziua Copilului').from(2017),
  orthodoxEaster(50, 'Whit Monday', 'Rusaliile').from(2009),
  fixed('08-15', 'Dormition of the Theotokos', 'Adormirea Maicii Domnului/Sfânta Maria Mare').from(2009),
  fixed('08-23', 'Liberation Day', 'Ziua eliberării').from(1945).until(1989),
  fixed('11-30', "St. Andrew's Day", 'Sfântul Andrei').from(2012),
  fixed('12-01', 'National Day/Great Union', 'Ziua Națională/Marea Unire').from(1990),
  fixed('12-25', 'Christmas Day', 'Crăciunul').from(1990),
  fixed('12-26', "St. Stephen's Day", 'Crăciunul').from(1990),
]
