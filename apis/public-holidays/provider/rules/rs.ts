// Holidays of Serbia: Act on State and Other Holidays; if one of two consecutive holidays is a Sunday, the second moves
// past the weekend.
import { fixed, orthodoxEaster, type Rule, sundayToMonday } from '../language/rules.ts'

const secondDay = { sunday: 1, monday: 1 }

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nova Godina').observed(sundayToMonday, 2001),
  fixed('01-02', "New Year's Day", 'Nova Godina').observed(secondDay, 2001),
  fixed('01-07', 'Christmas Day', 'Božić').from(1992),
  fixed('02-15', 'Statehood Day', 'Dan državnosti Srbije').from(2002).observed(sundayToMonday),
  fixed('02-16', 'Statehood Day', 'Dan državnosti Srbije').from(2007).observed(secondDay),
  orthodoxEaster(-2, 'Good Friday', 'Veliki petak').from(2002),
  orthodoxEaster(0, 'Easter Sunday', 'Vaskrs (Uskrs)').from(2002),
  orthodoxEaster(1, 'Easter Monday', 'Vaskrsni (Uskrsni) ponedeljak').from(2002),
  fixed('05-01', 'Labour Day', 'Praznik rada').observed(sundayToMonday, 2001),
  fixed('05-02', 'Labour Day', 'Praznik rada').observed(secondDay, 2001),
  fixed('11-11', 'Armistice Day', 'Dan primirja').from(2012).observed(sundayToMonday),
]
