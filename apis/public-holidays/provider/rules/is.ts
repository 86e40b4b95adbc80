// Holidays of Iceland: Act 88 of 1971; summer begins on the first Thursday after 18 April.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nýársdagur'),
  easter(-3, 'Maundy Thursday', 'Skírdagur'),
  easter(-2, 'Good Friday', 'Föstudagurinn langi'),
  easter(0, 'Easter Sunday', 'Páskadagur'),
  easter(1, 'Easter Monday', 'Annar í páskum'),
  on('thursday after 04-18', 'First Day of Summer', 'Sumardagurinn fyrsti'),
  fixed('05-01', 'May Day', 'Verkalýðsdagurinn').from(1966),
  easter(39, 'Ascension Day', 'Uppstigningardagur'),
  easter(49, 'Pentecost', 'Hvítasunnudagur'),
  easter(50, 'Whit Monday', 'Annar í hvítasunnu'),
  fixed('06-17', 'Icelandic National Day', 'Þjóðhátíðardagurinn').from(1944),
  on('1st monday of august', 'Commerce Day', 'Frídagur verslunarmanna'),
  fixed('12-24', 'Christmas Eve', 'Aðfangadagur'),
  fixed('12-25', 'Christmas Day', 'Jóladagur'),
  fixed('12-26', "St. Stephen's Day", 'Annar í jólum'),
  fixed('12-31', "New Year's Eve", 'Gamlársdagur'),
]
