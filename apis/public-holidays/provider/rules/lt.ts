// Holidays of Lithuania: Labour Code, article 123.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Naujieji metai'),
  fixed('02-16', 'The Day of Restoration of the State of Lithuania', 'Lietuvos valstybės atkūrimo diena').from(1919),
  fixed('03-11', 'Day of Restoration of Independence of Lithuania', 'Lietuvos nepriklausomybės atkūrimo diena').from(
    1990,
  ),
  easter(0, 'Easter Sunday', 'Velykos'),
  easter(1, 'Easter Monday', 'Antroji Velykų diena'),
  fixed('05-01', 'International Working Day', 'Tarptautinė darbo diena'),
  fixed('06-24', "St. John's Day", 'Joninės, Rasos').from(2003),
  fixed('07-06', 'Statehood Day', 'Valstybės diena').from(1991),
  fixed('08-15', 'Assumption Day', 'Žolinė').from(2000),
  fixed('11-01', "All Saints' Day", 'Visų šventųjų diena').from(1990),
  fixed('11-02', "All Souls' Day", 'Vėlinės').from(2020),
  fixed('12-24', 'Christmas Eve', 'Šv. Kūčios').from(2008),
  fixed('12-25', 'Christmas Day', 'Šv. Kalėdos').from(1990),
  fixed('12-26', "St. Stephen's Day", 'Šv. Kalėdos').from(1990),
]
