// Holidays of Czechia: Act 245/2000; Good Friday was restored in 2016.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Den obnovy samostatného českého státu; Nový rok'),
  easter(-2, 'Good Friday', 'Velký pátek').from(2016),
  easter(-2, 'Good Friday', 'Velký pátek').until(1951),
  easter(1, 'Easter Monday', 'Velikonoční pondělí'),
  fixed('05-01', 'Labour Day', 'Svátek práce').from(1919),
  fixed('05-08', 'Liberation Day', 'Den vítězství').from(1992),
  fixed('05-09', 'Liberation Day', 'Den osvobození').from(1952).until(1991),
  fixed('07-05', 'Saints Cyril and Methodius Day', 'Den slovanských věrozvěstů Cyrila a Metoděje').from(1990),
  fixed('07-06', 'Jan Hus Day', 'Den upálení mistra Jana Husa').from(1990),
  fixed('09-28', 'St. Wenceslas Day', 'Den české státnosti').from(2000),
  fixed('10-28', 'Independent Czechoslovak State Day', 'Den vzniku samostatného československého státu').from(1988),
  fixed('10-28', 'Independent Czechoslovak State Day', 'Den vzniku samostatného československého státu')
    .from(1919)
    .until(1950),
  fixed(
    '11-17',
    'Struggle for Freedom and Democracy Day',
    'Den boje za svobodu a demokracii a Mezinárodní den studentstva',
  ).from(2000),
  fixed('12-24', 'Christmas Eve', 'Štědrý den').from(1990),
  fixed('12-25', 'Christmas Day', '1. svátek vánoční'),
  fixed('12-26', "St. Stephen's Day", '2. svátek vánoční'),
]
