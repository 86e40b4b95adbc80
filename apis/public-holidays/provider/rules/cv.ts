// Holidays of Cabo Verde.
import { fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Ano Novo'),
  fixed('01-13', 'Democracy Day', 'Dia da Democracia').from(1999),
  fixed('01-20', "Heroes' Day", 'Dia da Heróis Nacional').from(1975),
  fixed('05-01', 'Labour Day', 'Dia do Trabalhador'),
  fixed('06-01', 'Youth Day', 'Dia Mundial da Criança').from(1990),
  fixed('07-05', 'Independence Day', 'Dia da Independência Nacional').from(1975),
  fixed('08-15', 'Assumption Day', 'Dia da Assunção'),
  fixed('11-01', "All Saints' Day", 'Dia de Todos os Santos'),
  fixed('12-25', 'Christmas Day', 'Natal'),
]
