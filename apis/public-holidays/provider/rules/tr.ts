// Holidays of Türkiye: Law 2429 of 1981; the feasts are those computed by the Directorate of Religious Affairs.
import { fixed, islamic, type Rule } from '../language/rules.ts'

const ramadanFeast = {
  1968: '01-01 12-21',
  1970: '12-01',
  1975: '10-06',
  1989: '05-06',
  1992: '04-04',
  1993: '03-24',
  1994: '03-13',
  2007: '10-12',
  2008: '09-30',
  2010: '09-09',
  2016: '07-05',
}
const sacrificeFeast = {
  1966: '04-01',
  1967: '03-21',
  1977: '11-22',
  1982: '09-27',
  2005: '01-20',
  2012: '10-25',
  2015: '09-24',
  2016: '09-12',
}

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Yılbaşı').from(1936),
  fixed('04-23', "National Independence & Children's Day", 'Ulusal Egemenlik ve Çocuk Bayramı').from(1921),
  fixed('05-01', 'Labour Day', 'İşçi Bayramı').from(2009),
  fixed('05-19', 'Atatürk Commemoration & Youth Day', "Atatürk'ü Anma, Gençlik ve Spor Bayramı").from(1938),
  fixed('05-27', 'Freedom and Constitution Day', 'Hürriyet ve Anayasa Bayramı').from(1963).until(1980),
  fixed('07-15', 'Democracy and National Unity Day', 'Demokrasi ve Millî Birlik Günü').from(2017),
  fixed('08-30', 'Victory Day', 'Zafer Bayramı').from(1926),
  fixed('10-29', 'Republic Day', 'Cumhuriyet Bayramı').from(1925),
  islamic('10-01', 'Eid al-Fitr First Day', 'Ramazan Bayramı 1. Gün').moved(ramadanFeast),
  islamic('10-01', 'Eid al-Fitr Second Day', 'Ramazan Bayramı 2. Gün').moved(ramadanFeast).plus(1),
  islamic('10-01', 'Eid al-Fitr Third Day', 'Ramazan Bayramı 3. Gün').moved(ramadanFeast).plus(2),
  islamic('12-10', 'Eid al-Adha First Day', 'Kurban Bayramı 1. Gün').moved(sacrificeFeast),
  islamic('12-10', 'Eid al-Adha Second Day', 'Kurban Bayramı 2. Gün').moved(sacrificeFeast).plus(1),
  islamic('12-10', 'Eid al-Adha Third Day', 'Kurban Bayramı 3. Gün').moved(sacrificeFeast).plus(2),
  islamic('12-10', 'Eid al-Adha Fourth Day', 'Kurban Bayramı 4. Gün').moved(sacrificeFeast).plus(3),
]
