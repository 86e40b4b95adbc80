// Holidays of Eritrea.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Amet ሓዲሽ ዓመት'),
  fixed('01-07', 'Orthodox Christmas', 'Lidet ልደት'),
  fixed('01-19', 'Orthodox Epiphany', 'Timket ጥምቀት'),
  fixed('03-08', "Women's Day", 'Maelti Anesti መዓልቲ ኣነስቲ'),
  easter(-2, 'Good Friday', 'Arbi Siklet ዓርቢ ስቅለት'),
  easter(0, 'Easter Sunday', 'Fasika ፋሲካ'),
  fixed('05-01', 'May Day'),
  fixed('05-24', 'Independence Day', 'Maelti Natsinet መዓልቲ ናጽነት').from(1993),
  fixed('06-20', "Martyrs' Day", 'Maelti Siwuat መዓልቲ ስውኣት').from(1992),
  fixed('09-01', 'Revolution Day', 'Bahti Meskerem ባሕቲ መስከረም').from(1992),
]
