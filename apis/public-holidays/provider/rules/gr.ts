// Holidays of Greece: in years when 1 May coincides with Easter or a Sunday, the minister moves it.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Πρωτοχρονιά'),
  fixed('01-06', 'Epiphany', 'Θεοφάνεια'),
  orthodoxEaster(-48, 'Clean Monday', 'Καθαρά Δευτέρα'),
  fixed('03-25', 'Annunciation', 'Ευαγγελισμός της Θεοτόκου'),
  fixed('03-25', 'Independence Day', 'Εικοστή Πέμπτη Μαρτίου'),
  orthodoxEaster(-2, 'Good Friday', 'Μεγάλη Παρασκευή'),
  orthodoxEaster(0, 'Easter Sunday', 'Κυριακή του Πάσχα'),
  orthodoxEaster(1, 'Easter Monday', 'Δευτέρα του Πάσχα'),
  fixed('05-01', 'Labour Day', 'Εργατική Πρωτομαγιά').moved({
    2016: '05-03',
    2021: '05-04',
    2022: '05-02',
    2024: '05-07',
  }),
  orthodoxEaster(49, 'Pentecost', 'Πεντηκοστή'),
  orthodoxEaster(50, 'Whit Monday', 'Δευτέρα Πεντηκοστής'),
  fixed('08-15', 'Assumption Day', 'Κοίμηση της Θεοτόκου'),
  fixed('10-28', 'Ochi Day', 'Το Όχι').from(1944),
  fixed('12-25', 'Christmas Day', 'Χριστούγεννα'),
  fixed('12-26', "St. Stephen's Day", 'Σύναξις Υπεραγίας Θεοτόκου Μαρίας'),
]
