// Holidays of Suriname: Christian, Hindu and Muslim feasts are national days.
import { chinese, easter, fixed, islamic, moon, on, type Rule } from '../language/rules.ts'

const holi = {
  2010: '03-01',
  2011: '03-20',
  2012: '03-08',
  2013: '03-27',
  2014: '03-17',
  2015: '03-06',
  2020: '03-09',
  2021: '03-28',
  2022: '03-18',
  2023: '03-07',
  2024: '03-25',
  2028: '03-11',
  2029: '03-01',
  2030: '03-19',
}
const eidAlFitr = {
  2014: '07-29',
  2015: '07-18',
  2016: '07-07',
  2017: '06-26',
  2019: '06-05',
  2023: '04-22',
  2025: '03-31',
}
const eidAlAdha = {
  2014: '10-05',
  2015: '09-24',
  2016: '09-13',
  2017: '09-02',
  2019: '08-12',
  2023: '06-29',
  2025: '06-07',
}

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day"),
  fixed('01-06', 'Three Kings Day').from(2012),
  on('3rd sunday of january', 'World Religion Day').from(2012),
  chinese('01-01', 'Chinese New Year').from(2014),
  fixed('02-25', 'Day of the Revolution')
    .from(1981)
    .except(1993, 1994, 1995, 1996, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011),
  moon('full', '02-27', 'Holi Phagwa').from(1970).moved(holi),
  easter(-2, 'Good Friday'),
  easter(0, 'Easter Sunday'),
  easter(1, 'Easter Monday'),
  fixed('05-01', 'Labour Day'),
  easter(39, 'Ascension Day'),
  fixed('06-05', 'Indian Arrival Day'),
  fixed('07-01', 'Keti Koti').from(1963),
  fixed('08-08', 'Javanese Arrival Day'),
  fixed('08-09', "Indigenous People's Day").from(2007),
  fixed('10-10', 'Day of the Maroons').from(2012),
  fixed('10-20', 'Chinese Arrival day').from(2014),
  moon('new', '10-18', 'Diwali').plus(-1).from(2012),
  fixed('11-25', 'Independence Day').from(1975),
  islamic('10-01', 'Eid al-Fitr').from(1970).moved(eidAlFitr),
  islamic('12-10', 'Eid al-Adha').from(2012).moved(eidAlAdha),
  fixed('12-25', 'Christmas Day'),
  fixed('12-26', 'Boxing Day'),
]
