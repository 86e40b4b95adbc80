// Holidays of Slovenia: Public Holidays and Work-Free Days Act.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'novo leto'),
  fixed('01-02', "New Year's Day", 'novo leto').except(2013, 2014, 2015, 2016),
  fixed('02-08', 'Prešeren Day', 'Prešernov dan').from(1991),
  easter(0, 'Easter Sunday', 'velikonočna nedelja in ponedeljek').from(1991),
  easter(1, 'Easter Monday', 'velikonočna nedelja in ponedeljek').from(1991),
  fixed('04-27', 'Day of Uprising Against Occupation', 'dan upora proti okupatorju').from(1945),
  fixed('05-01', 'Labour Day', 'praznik dela'),
  fixed('05-02', 'Labour Day', 'praznik dela'),
  fixed('05-02', 'Primož Trubar Day', 'dan Primoža Trubarja').as('Observance').from(2010),
  easter(49, 'Pentecost', 'binkoštna nedelja'),
  fixed('06-25', 'Statehood Day', 'dan državnosti').from(1991),
  fixed('08-14', 'Solidarity Day', 'dan solidarnosti').only(2023),
  fixed('08-14', 'Sovereignty Day', 'dan suverenosti').as('Observance').from(2024),
  fixed('08-15', 'Assumption Day', 'Marijino vnebovzetje').from(1991),
  fixed(
    '08-15',
    'Unification of Prekmurje Slovenes with the Mother Nation',
    'združitev prekmurskih Slovencev z matičnim narodom',
  )
    .as('Observance')
    .from(2006),
  fixed('09-15', 'Integration of Primorska into the Homeland', 'priključitev Primorske k matični domovini')
    .as('Observance')
    .from(2005),
  fixed('09-23', 'Slovenian Sports Day', 'dan slovenskega športa').as('Observance').from(2020),
  fixed('10-31', 'Reformation Day', 'dan reformacije').from(1992),
  fixed('11-01', 'Day of the Dead', 'dan spomina na mrtve'),
  fixed('11-23', 'Rudolf Maister Day', 'dan Rudolfa Maistra').as('Observance').from(2005),
  fixed('12-25', 'Christmas Day', 'božič').from(1991),
  fixed('12-26', 'Independence and Unity Day', 'dan samostojnosti in enotnosti').from(1991),
]
