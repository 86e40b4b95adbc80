// Holidays of Mozambique.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Dia de Ano Novo'),
  fixed('02-03', "Heroes's Day", 'Dia do Heroi Nacional').from(1975),
  fixed('04-07', "Women's Day", 'Dia da Mulher').from(1975),
  fixed('05-01', "Worker's Day", 'Dia do Trabalhador'),
  fixed('06-25', 'Independence Day', 'Dia da Independência').from(1975),
  fixed('09-07', 'Victory Day', 'Dia da Victória').from(1975),
  fixed('09-25', 'Revolution Day', 'Dia da Revolução').from(1975),
  fixed('10-04', 'Day of Peace and Reconciliation', 'Dia da Paz e da Reconcialição').from(1993),
  fixed('12-25', 'Christmas Day', 'Natal'),
]
