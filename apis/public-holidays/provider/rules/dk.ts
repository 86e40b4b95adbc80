// Holidays of Denmark: General Prayer Day was kept until 2023; banks close on five more days.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nytårsdag'),
  easter(-3, 'Maundy Thursday', 'Skærtorsdag'),
  easter(-2, 'Good Friday', 'Langfredag'),
  easter(26, 'General Prayer Day', 'Store bededag').until(2023),
  easter(0, 'Easter Sunday', 'Påskedag'),
  easter(1, 'Easter Monday', '2. Påskedag'),
  easter(39, 'Ascension Day', 'Kristi Himmelfartsdag'),
  easter(40, 'Bank closing day', 'Banklukkedag').as('Bank', 'School', 'Optional').from(2009),
  easter(49, 'Pentecost', 'Pinsedag'),
  easter(50, 'Whit Monday', '2. Pinsedag'),
  fixed('06-05', 'Constitution Day', 'Grundlovsdag').as('Bank', 'School', 'Optional').from(1849),
  fixed('12-24', 'Christmas Eve', 'Juleaftensdag').as('Bank', 'School', 'Optional'),
  fixed('12-25', 'Christmas Day', 'Juledag / 1. juledag'),
  fixed('12-26', "St. Stephen's Day", '2. juledag'),
  fixed('12-31', "New Year's Eve", 'Nytårsaftensdag').as('Bank', 'School', 'Optional'),
]
