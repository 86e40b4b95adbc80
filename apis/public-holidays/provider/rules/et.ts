// Holidays of Ethiopia: Ethiopian dates; New Year falls a day later before a Gregorian leap year.
import { ethiopian, fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-07', 'Christmas Day (Orthodox)', 'ልደተ-ለእግዚእነ/ ገና'),
  ethiopian('05-11', 'Epiphany (Orthodox)', 'ጥምቀት'),
  fixed('03-02', 'Adwa Victory Day', 'የዓድዋ ድል በዓል').from(1996),
  orthodoxEaster(-2, 'Good Friday', 'ስቅለት'),
  orthodoxEaster(0, 'Easter Sunday', 'ብርሃነ-ትንሣኤ/ፋሲካ'),
  fixed('05-01', "International Workers' Day", 'ዓለም አቀፍ የሠራተኞች ቀን').from(1975),
  fixed('05-05', "Ethiopian Patriots' Victory Day", 'የአርበኞች ቀን').from(1942),
  fixed('05-28', 'Downfall of the Derg', 'ደርግ የወደቀበት ቀን').from(1992),
  ethiopian('01-01', 'Enkutatash', 'እንቁጣጣሽ/የዘመን መለወጫ/አዲስ አመት'),
  ethiopian('01-17', 'Meskel (Orthodox)', 'መስቀል'),
]
