// Holidays of the Faroe Islands: General Prayer Day is the fourth Friday after Easter.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nýggjársdagur'),
  easter(-3, 'Maundy Thursday', 'Skírhósdagur'),
  easter(-2, 'Good Friday', 'Langifríggjadagur'),
  easter(0, 'Easter Sunday', 'Páskadagur'),
  easter(1, 'Easter Monday', '2. Páskadagur'),
  fixed('04-25', 'National Flag Day', 'Flaggdagur'),
  easter(26, 'General Prayer Day', 'Dýri biðidagur'),
  easter(39, 'Ascension Day', 'Kristi himmalsferðar dagur'),
  easter(49, 'Pentecost', 'Hvítasunnudagur'),
  easter(50, 'Whit Monday', '2. Hvítasunnudagur'),
  fixed('06-05', 'Constitution Day', 'Grundlógardagur Danmarkar').from(1849),
  fixed('07-28', "Saint Olav's Eve", 'Ólavsøkuaftan'),
  fixed('07-29', "Saint Olav's Day", 'Ólavsøkudagur'),
  fixed('12-24', 'Christmas Eve', 'Jólaaftanskvøld'),
  fixed('12-25', 'Christmas Day', 'Jóladagur'),
  fixed('12-26', "St. Stephen's Day", '2. Jóladagur'),
  fixed('12-31', "New Year's Eve", 'Nýggjársaftan'),
]
