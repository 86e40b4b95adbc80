// Holidays of Hungary: Labour Code, section 102.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Újév'),
  fixed('03-15', '1848 Revolution Memorial Day', 'Nemzeti ünnep').from(1989),
  easter(-2, 'Good Friday', 'Nagypéntek').from(2017),
  easter(0, 'Easter Sunday', 'Húsvétvasárnap'),
  easter(1, 'Easter Monday', 'Húsvéthétfő'),
  fixed('05-01', 'Labour day', 'A munka ünnepe').from(1946),
  easter(49, 'Pentecost', 'Pünkösdvasárnap'),
  easter(50, 'Whit Monday', 'Pünkösdhétfő').from(1992),
  fixed('08-20', 'State Foundation Day', 'Az államalapítás ünnepe'),
  fixed('10-23', '1956 Revolution Memorial Day', 'Nemzeti ünnep').from(1990),
  fixed('04-04', 'Liberation Day', 'A felszabadulás ünnepe').from(1950).until(1989),
  fixed('11-07', 'Great October Socialist Revolution Day', 'A nagy októberi szocialista forradalom ünnepe')
    .from(1950)
    .until(1988),
  fixed('11-01', 'All Saints Day', 'Mindenszentek').from(1999),
  fixed('12-25', 'Christmas Day', 'Karácsony'),
  fixed('12-26', "St. Stephen's Day", 'Karácsony másnapja'),
]
