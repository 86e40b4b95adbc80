// Holidays of Sudan.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', 'Independence Day').from(1956),
  fixed('01-07', 'Coptic Christmas'),
  orthodoxEaster(0, 'Easter Sunday', 'Coptic Easter Sunday'),
  fixed('12-25', 'Christmas Day'),
]
