// Holidays of Cyprus.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Πρωτοχρονιά'),
  fixed('01-06', 'Epiphany', 'Θεοφάνεια'),
  orthodoxEaster(-48, 'Green Monday', 'Καθαρή Δευτέρα'),
  fixed('03-25', 'Greek Independence Day', 'Επέτειος Ελληνικής Ανεξαρτησίας'),
  fixed('04-01', 'Cyprus National Day', 'Κυπριακή Εθνική Επέτειος').from(1960),
  orthodoxEaster(-2, 'Good Friday', 'Μεγάλη Παρασκευή'),
  orthodoxEaster(1, 'Easter Monday', 'Δευτέρα της Διακαινησίμου'),
  orthodoxEaster(2, 'Easter Tuesday', 'Τρίτη της Διακαινησίμου').as('Bank'),
  fixed('05-01', 'Labour Day', 'Πρωτομαγιά'),
  orthodoxEaster(49, 'Pentecost', 'Αγίου Πνεύματος'),
  orthodoxEaster(50, 'Whit Monday', 'Δευτέρα Πεντηκοστής'),
  fixed('08-15', 'Assumption of the Virgin Mary', 'Η Κοίμησις της Θεοτόκου'),
  fixed('10-01', 'Cyprus Independence Day', 'Επέτειος Κυπριακής Ανεξαρτησίας').from(1979),
  fixed('10-28', 'Ohi Day', 'Το Όχι'),
  fixed('12-24', 'Christmas Eve', 'Παραμονή Χριστουγέννων'),
  fixed('12-25', 'Christmas Day', 'Χριστούγεννα'),
  fixed('12-26', "St. Stephen's Day", 'Δεύτερη μέρα των Χριστουγέννων'),
]
