// Holidays of Greenland: General Prayer Day is the fourth Friday after Easter.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Ukiortaaq'),
  fixed('01-06', 'Epiphany', 'Kunngit pingasut ulluat').as('Bank', 'School', 'Optional'),
  easter(-3, 'Maundy Thursday', 'Sisamanngortoq illernartoq'),
  easter(-2, 'Good Friday', 'Tallimanngorneq tannaartoq'),
  easter(0, 'Easter Sunday', 'Poorskip ullua'),
  easter(1, 'Easter Monday', 'Poorskip-aappaa'),
  easter(26, 'General Prayer Day', 'Tussiarfik'),
  easter(39, 'Ascension Day', 'Qilaliarfik'),
  easter(40, 'Bank closing day', 'Atuanngiffik').as('Bank', 'School', 'Optional'),
  easter(49, 'Pentecost', 'Piinsi'),
  easter(50, 'Whit Monday', 'Piinsip-aappaa'),
  fixed('06-21', 'Ullortuneq').from(1983),
  fixed('12-24', 'Christmas Eve', 'Juulliaraq').as('Bank', 'School', 'Optional'),
  fixed('12-25', 'Christmas Day', 'Juullip ullua'),
  fixed('12-26', "St. Stephen's Day", 'Juullip-aappaa'),
  fixed('12-31', "New Year's Eve", 'Ukiutoqaq').as('Bank', 'School', 'Optional'),
]
