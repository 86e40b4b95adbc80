// Holidays of Montenegro: Law on State and Other Holidays; church holidays are for members only.
import { easter, fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nova godina'),
  fixed('01-02', "New Year's Day", 'Nova godina'),
  fixed('01-06', 'Orthodox Christmas Eve', 'Badnji dan').as('Optional'),
  fixed('01-07', 'Christmas Day (Orthodox)', 'Božić').as('Optional'),
  fixed('01-08', 'Christmas Day (Orthodox)', 'Božić').as('Optional'),
  easter(-2, 'Good Friday', 'Veliki petak').as('Optional'),
  easter(0, 'Easter Sunday', 'Uskrs').as('Optional'),
  easter(1, 'Easter Monday', 'Uskrs').as('Optional'),
  orthodoxEaster(-2, 'Good Friday', 'Vaskrs').as('Optional'),
  orthodoxEaster(1, 'Easter Monday', 'Vaskrs').as('Optional'),
  fixed('05-01', 'Labour Day', 'Praznik rada'),
  fixed('05-02', 'Labour Day', 'Praznik rada'),
  fixed('05-21', 'Independence Day', 'Dan nezavisnosti').from(2007),
  fixed('05-22', 'Independence Day', 'Dan nezavisnosti').from(2007),
  fixed('07-13', 'Statehood Day', 'Dan državnosti'),
  fixed('07-14', 'Statehood Day', 'Dan državnosti'),
  fixed('11-01', "Catholic All Saints' Day", 'Svi Sveti').as('Optional'),
  fixed('12-24', 'Catholic Christmas Eve', 'Badnji dan').as('Optional'),
  fixed('12-25', 'Catholic Christmas Day', 'Božić').as('Optional'),
  fixed('12-26', "Catholic St. Stephen's Day", 'Božić').as('Optional'),
]
