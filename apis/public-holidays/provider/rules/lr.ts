// Holidays of Liberia: Public Holiday Law.
import { fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('02-11', 'Armed Forces Day').from(1958),
  on('2nd wednesday of march', 'National Decoration Day').from(1917),
  fixed('03-15', 'Joseph Jenkins Roberts Birthday').from(1944),
  on('2nd friday of april', 'Fast and Prayer Day'),
  fixed('05-14', 'National Unification Day').from(1960),
  fixed('07-26', 'Independence Day').from(1847),
  fixed('08-24', 'National Flag Day'),
  on('1st thursday of november', 'Thanksgiving Day'),
  fixed('11-29', "William V. S. Tubman's Birthday").from(1944),
  fixed('12-25', 'Christmas Day'),
]
