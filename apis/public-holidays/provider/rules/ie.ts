// Holidays of Ireland: Organisation of Working Time Act 1997, second schedule.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Lá Caille'),
  on('1st monday of february', "Saint Brigid's Day", 'Lá Fhéile Bríde').from(2023).moved({
    2030: '02-01',
    2036: '02-01',
    2041: '02-01',
    2047: '02-01',
    2058: '02-01',
    2064: '02-01',
    2069: '02-01',
    2075: '02-01',
    2086: '02-01',
    2092: '02-01',
    2097: '02-01',
  }),
  fixed('03-17', "Saint Patrick's Day", 'Lá Fhéile Pádraig').from(1903),
  fixed('03-18', 'Day of Remembrance and Recognition', 'Lá Cuimhneacháin agus Aitheantais').only(2022),
  easter(-2, 'Good Friday', 'Aoine an Chéasta').as('Bank', 'School'),
  easter(1, 'Easter Monday', 'Luan Cásca'),
  on('1st monday of may', 'May Day', 'Lá Bealtaine').from(1994).moved({ 1995: '05-08' }),
  on('1st monday of june', 'June Holiday', 'Lá Saoire i mí an Mheithimh').from(1973),
  easter(50, 'Whit Monday', 'Luan Cincíse').until(1972),
  on('1st monday of august', 'August Holiday', 'Lá Saoire i mí Lúnasa'),
  on('last monday of october', 'October Holiday', 'Lá Saoire i mí Dheireadh Fómhair').from(1977),
  fixed('12-31', 'Millennium Eve').only(1999),
  fixed('12-25', 'Christmas Day', 'Lá Nollag'),
  fixed('12-26', "St. Stephen's Day", 'Lá Fhéile Stiofáin'),
]
