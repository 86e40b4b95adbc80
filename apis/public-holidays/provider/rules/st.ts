// Holidays of São Tomé and Príncipe.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Ano Novo'),
  fixed('02-03', "Martyrs' Day", 'Dia dos Mártires').from(1976),
  fixed('05-01', 'Labour Day', 'Dia do trabalhador'),
  fixed('07-12', 'Independence Day', 'Dia da Independência').from(1975),
  fixed('09-06', 'Armed Forces Day', 'Dia das Forças Armadas').from(1976),
  fixed('09-30', 'Agricultural Reform Day', 'Dia da Reforma Agrária').from(1976),
  fixed('12-21', 'São Tomé Day', 'Dia de São Tomé'),
  fixed('12-25', 'Christmas Day', 'Natal'),
]
