// Holidays of Luxembourg: Labour Code, article L. 232-2.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Neijoerschdag'),
  easter(-2, 'Good Friday', 'Karfreideg').as('Bank'),
  easter(1, 'Easter Monday', 'Ouschterméindeg'),
  fixed('05-01', 'Labour Day', 'Dag vun der Aarbecht').from(1946),
  fixed('05-09', 'Europe Day', 'Europadag').from(2019),
  easter(39, 'Ascension Day', 'Christi Himmelfaart'),
  easter(50, 'Whit Monday', 'Péngschtméindeg'),
  fixed('06-23', "Sovereign's birthday", 'Groussherzogsgebuertsdag').from(1962),
  fixed('08-15', 'Assumption Day', 'Léiffrawëschdag'),
  fixed('11-01', "All Saints' Day", 'Allerhellgen'),
  fixed('12-25', 'Christmas Day', 'Chrëschtdag'),
  fixed('12-26', "St. Stephen's Day", 'Stiefesdag'),
]
