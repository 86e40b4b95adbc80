// Holidays of Angola: Law 10/11 on national holidays, as amended in 2018.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Dia de Ano Novo'),
  fixed('02-04', 'Liberation Day', 'Dia da Libertação').from(1976),
  easter(-47, 'Carnival', 'Carnaval'),
  fixed('03-08', "International Women's Day", 'Dia Internacional da Mulher'),
  fixed('03-23', 'Day of the Liberation of Southern Africa', 'Dia da Libertação da África Austral').from(2019),
  easter(-2, 'Good Friday', 'Sexta Feira Santa'),
  fixed('04-04', 'Peace Day', 'Dia da Paz').from(2003),
  fixed('05-01', 'Labour Day', 'Dia do Trabalhador'),
  fixed('09-17', "National Heroes' Day", 'Dia do Fundador da Nação e do Herói Nacional').from(1980),
  fixed('11-02', "All Souls' Day", 'Dia de Finados'),
  fixed('11-11', 'Independence Day', 'Dia da Independência').from(1975),
  fixed('12-25', 'Christmas Day', 'Dia de Natal'),
]
