// Holidays of Morocco: the days fixed in the Gregorian calendar.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", "Ras l' âm"),
  fixed('01-11', 'Proclamation of Independence', 'Takdim watikat al-istiqlal').from(1956),
  fixed('01-14', 'Amazigh New Year', 'Id Yennayer').from(2024),
  fixed('05-01', 'Labour Day', 'Eid Ash-Shughl'),
  fixed('07-30', 'Enthronement', 'Eid Al-Ârch').from(2000),
  fixed('03-03', 'Enthronement', 'Eid Al-Ârch').from(1962).until(1999),
  fixed('08-14', 'Zikra Oued Ed-Dahab', 'Oued Ed-Dahab Day').from(1980),
  fixed('08-20', 'Revolution of the King and the People', 'Thawrat al malik wa shâab').from(1956),
  fixed('08-21', 'Youth Day', 'Eid Al Chabab'),
  fixed('11-06', 'Green March', 'Eid Al Massira Al Khadra').from(1976),
  fixed('11-18', 'Independence Day', 'Eid Al Istiqulal').from(1956),
]
