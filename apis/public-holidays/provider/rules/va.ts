// Holidays of Vatican City: the pope's own feasts change with each pope.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', 'Solemnity of Mary, Mother of God', 'Maria Santissima Madre di Dio'),
  fixed('01-06', 'Epiphany', 'Epifania del Signore'),
  fixed(
    '02-11',
    'Anniversary of the foundation of Vatican City',
    'Anniversario della istituzione dello Stato della Città del Vaticano',
  ).from(1929),
  fixed('03-13', 'Anniversary of the election of Pope Francis', "Anniversario dell'Elezione del Santo Padre")
    .from(2014)
    .until(2025),
  fixed('05-08', 'Anniversary of the election of Pope Leo XIV', "Anniversario dell'Elezione del Santo Padre").from(
    2026,
  ),
  fixed('03-19', "Saint Joseph's Day", 'San Giuseppe'),
  easter(1, 'Easter Monday', "Lunedì dell'Angelo"),
  fixed('04-23', 'Saint George', 'Onomastico del Santo Padre').from(2013).until(2024),
  fixed('09-17', 'Saint Robert Bellarmine', 'Onomastico del Santo Padre').from(2025),
  fixed('05-01', 'Saint Joseph the Worker', 'San Giuseppe lavoratore'),
  fixed('06-29', 'Saint Peter and Saint Paul', 'Santi Pietro e Paolo'),
  fixed('08-15', 'Assumption Day', 'Assunzione di Maria in Cielo'),
  fixed('09-08', 'Nativity of Mary', 'Festa della natività della madonna'),
  fixed('11-01', 'All Saints Day', 'Tutti i Santi, Ognissanti'),
  fixed('12-08', 'Immaculate Conception', 'Immacolata Concezione'),
  fixed('12-25', 'Christmas Day', 'Natale'),
  fixed('12-26', "St. Stephen's Day", 'Santo Stefano'),
]
