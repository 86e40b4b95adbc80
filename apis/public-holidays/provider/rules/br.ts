// Holidays of Brazil: Laws 662 of 1949, 6.802 of 1980 and 14.759 of 2023.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Confraternização Universal'),
  easter(-48, 'Carnival', 'Carnaval').as('Bank', 'Optional'),
  easter(-47, 'Carnival', 'Carnaval').as('Bank', 'Optional'),
  easter(-2, 'Good Friday', 'Sexta-feira Santa'),
  easter(0, 'Easter Sunday', 'Domingo de Páscoa'),
  fixed('04-21', 'Tiradentes', 'Dia de Tiradentes').from(1890),
  fixed('05-01', 'Labour Day', 'Dia do Trabalhador').from(1925),
  easter(60, 'Corpus Christi'),
  fixed('07-09', 'Constitutionalist Revolution of 1932', 'Revolução Constitucionalista de 1932').in('SP').from(1997),
  fixed('09-07', 'Independence Day', 'Dia da Independência'),
  fixed('10-12', 'Our Lady of Aparecida', 'Nossa Senhora Aparecida').from(1980),
  fixed('11-02', "All Souls' Day", 'Dia de Finados'),
  fixed('11-15', 'Republic Proclamation Day', 'Proclamação da República').from(1890),
  fixed('11-20', 'Black Awareness Day', 'Dia da Consciência Negra').from(2024),
  fixed('12-25', 'Christmas Day', 'Natal'),
]
