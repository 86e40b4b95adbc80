// Holidays of Moldova.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-07', 'Christmas Day (Orthodox)', 'Craciun pe stil Vechi (Orthodox Christmas)'),
  fixed('01-08', 'Christmas Day (Orthodox)', 'Craciun pe stil Vechi (Orthodox Christmas)'),
  fixed('02-23', 'Day of Veterans of the Armed Forces and Law Enforcement Agencies').from(1992),
  fixed('03-08', "International Women's Day").from(1966),
  orthodoxEaster(0, 'Easter Sunday', 'Orthodox Easter'),
  fixed('05-01', 'Labour Day (Moldova)'),
  fixed('05-09', 'Victory and Commemoration Day').from(1965),
  fixed('05-22', 'Bălţi Day'),
  fixed('08-27', 'Independence Day (Moldova)', 'Independence Day').from(1991),
  fixed('08-31', 'Memorial Day').from(1990),
  fixed('08-31', 'Limba Noastra (National Language Day)', 'Limba Noastra').from(1990),
  fixed('09-03', 'Day of the Moldovan National Army').from(1993),
  fixed('10-14', "Capital's Day"),
  fixed('11-21', "South Capital's Day Cahul"),
  fixed('12-25', 'Christmas Day', 'Craciun pe stil Nou (Western Christmas)').from(2009),
]
