// Holidays of Saint Helena, Ascension and Tristan da Cunha: each island keeps its own anniversary.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  easter(39, 'Ascension Day').in('TA'),
  fixed('05-21', 'Saint Helena Day'),
  easter(50, 'Whit Monday'),
  fixed('08-14', 'Anniversary Day').in('TA'),
  on('last monday of august', 'August Bank Holiday').in('HL AC'),
  on('3rd friday of november', "King's Birthday").from(2023),
  fixed('04-21', "Queen's Birthday").from(1953).until(2022),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day'),
]
