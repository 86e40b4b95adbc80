// Holidays of the Democratic Republic of the Congo.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-04', 'Martyrs Day').from(1960),
  fixed('01-16', 'Laurent-Désiré Kabila Assassination').from(2002),
  fixed('01-17', 'Patrice Lumumba Assassination').from(2002),
  fixed('04-06', "Kimbangu's Day").from(2023),
  fixed('05-01', 'Labour Day'),
  fixed('05-17', 'Liberation Day').from(1998),
  fixed('06-30', 'Independence Day').from(1960),
  fixed('08-01', "Parents' Day"),
  fixed('08-02', 'Congolese Genocide Day').from(2023),
  fixed('12-25', 'Christmas Day'),
]
