// Holidays of Belgium: Act of 4 January 1974 on public holidays, with the days on which banks are closed.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nieuwjaar'),
  easter(-2, 'Good Friday', 'Goede Vrijdag').as('Bank'),
  easter(0, 'Easter Sunday', 'Pasen'),
  easter(1, 'Easter Monday', 'Paasmaandag'),
  fixed('05-01', 'Labour Day', 'Dag van de arbeid').from(1948),
  easter(39, 'Ascension Day', 'Onze Lieve Heer hemel'),
  easter(40, 'Day after Ascension Day').as('Bank'),
  easter(50, 'Whit Monday', 'Pinkstermaandag'),
  fixed('07-21', 'Belgian National Day', 'Nationale feestdag').from(1890),
  fixed('08-15', 'Assumption Day', 'Onze Lieve Vrouw hemelvaart'),
  fixed('11-01', "All Saints' Day", 'Allerheiligen'),
  fixed('11-11', 'Armistice Day', 'Wapenstilstand').from(1922),
  fixed('12-25', 'Christmas Day', 'Kerstdag'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').as('Bank'),
]
