// Holidays of Italy: Law 260 of 1949; Law 54 of 1977 abolished seven days, of which two were restored.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Capodanno'),
  fixed('01-06', 'Epiphany', 'Epifania').from(1986),
  fixed('01-06', 'Epiphany', 'Epifania').until(1977),
  fixed('03-19', "Saint Joseph's Day", 'San Giuseppe').until(1976),
  fixed('03-17', 'Anniversary of the Unification of Italy', "Anniversario dell'Unità d'Italia").only(2011),
  easter(0, 'Easter Sunday', 'Pasqua'),
  easter(1, 'Easter Monday', "Lunedì dell'Angelo"),
  fixed('04-25', 'Liberation Day', 'Festa della Liberazione').from(1946),
  fixed('05-01', 'International Workers Day', 'Festa del Lavoro').from(1946),
  easter(39, 'Ascension Day', 'Ascensione').until(1976),
  easter(60, 'Corpus Christi', 'Corpus Domini').until(1976),
  easter(50, 'Whit Monday', 'Lunedì di Pentecoste').in('32'),
  fixed('06-02', 'Republic Day', 'Festa della Repubblica').from(2001),
  on('1st sunday of june', 'Republic Day', 'Festa della Repubblica').from(1977).until(2000),
  fixed('06-02', 'Republic Day', 'Festa della Repubblica').from(1947).until(1976),
  fixed('06-29', 'Saint Peter and Saint Paul', 'Santi Pietro e Paolo').until(1976),
  fixed('08-15', 'Assumption Day', 'Ferragosto o Assunzione'),
  fixed('10-04', "St. Francis of Assisi's Day", "San Francesco d'Assisi").from(2026),
  fixed('11-04', 'National Unity Day', "Giornata dell'Unità Nazionale").from(1922).until(1976),
  fixed('11-01', 'All Saints Day', 'Tutti i Santi'),
  fixed('12-08', 'Immaculate Conception', 'Immacolata Concezione'),
  fixed('12-25', 'Christmas Day', 'Natale'),
  fixed('12-26', "St. Stephen's Day", 'Santo Stefano').from(1949),
]
