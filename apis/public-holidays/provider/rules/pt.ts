// Holidays of Portugal: Labour Code, article 234; four days were suspended from 2013 to 2015.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Ano Novo'),
  easter(-47, 'Carnival', 'Carnaval').as('Optional'),
  easter(-2, 'Good Friday', 'Sexta-feira Santa'),
  easter(0, 'Easter Sunday', 'Domingo de Páscoa'),
  fixed('04-25', 'Freedom Day', 'Dia da Liberdade').from(1975),
  fixed('05-01', 'Labour Day', 'Dia do Trabalhador').from(1974),
  fixed('06-01', 'Azores Day', 'Dia dos Açores').in('20').from(1980),
  easter(60, 'Corpus Christi', 'Corpo de Deus').except(2013, 2014, 2015),
  fixed('06-10', 'National Day', 'Dia de Portugal, de Camões e das Comunidades Portuguesas').from(1929),
  fixed('07-01', 'Madeira Day', 'Dia da Madeira').in('30').from(1979),
  fixed('08-15', 'Assumption Day', 'Assunção de Nossa Senhora'),
  fixed('10-05', 'Republic Day', 'Implantação da República').from(1910).except(2013, 2014, 2015),
  fixed('11-01', 'All Saints Day', 'Dia de Todos-os-Santos').except(2013, 2014, 2015),
  fixed('12-01', 'Restoration of Independence', 'Restauração da Independência').from(1910).except(2013, 2014, 2015),
  fixed('12-08', 'Immaculate Conception', 'Imaculada Conceição'),
  fixed('12-25', 'Christmas Day', 'Natal'),
  fixed('12-26', "St. Stephen's Day", 'Primeira Oitava').in('30').from(2002),
]
