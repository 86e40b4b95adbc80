// Holidays of Kenya: Public Holidays Act; a holiday on a Sunday is observed on Monday.
import { easter, fixed, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day').observed(sundayToMonday),
  fixed('06-01', 'Madaraka Day').from(1963).observed(sundayToMonday),
  fixed('10-10', 'Mazingira Day').from(2024).observed(sundayToMonday),
  fixed('10-10', 'Huduma Day').from(2020).until(2023).observed(sundayToMonday),
  fixed('10-10', 'Moi Day').from(1988).until(2009).observed(sundayToMonday),
  fixed('10-10', 'Moi Day').from(2018).until(2019).observed(sundayToMonday),
  fixed('10-20', 'Mashujaa Day').from(2010).observed(sundayToMonday),
  fixed('10-20', 'Kenyatta Day').from(1964).until(2009).observed(sundayToMonday),
  fixed('12-12', 'Jamhuri Day').from(1963).observed(sundayToMonday),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday),
  fixed('12-26', 'Boxing Day').observed(sundayToMonday),
]
