// Holidays of Argentina: Law 27.399; until 2016 Decree 1584 of 2010, until 2010 Law 23.555. The government decrees the
// bridge days of each year (SOURCES 5.3).
import { easter, fixed, listed, on, type Rule } from '../language/rules.ts'

const nearerMonday = { tuesday: -1, wednesday: -2, thursday: 4, friday: 3 }

const bridgeDays = {
  2011: '03-25 12-09',
  2012: '04-30 12-24',
  2013: '04-01 06-21',
  2014: '05-02 12-26',
  2015: '03-23 12-07',
  2016: '07-08 12-09',
  2018: '04-30 12-24 12-31',
  2019: '07-08 08-19 10-14',
  2020: '03-23 07-10 12-07',
  2021: '05-24 10-08 11-22',
  2022: '10-07 11-21 12-09',
  2023: '05-26 06-19 10-13',
  2024: '04-01 06-21 10-11',
  2025: '05-02 08-15 11-21',
  2026: '03-23 07-10 12-07',
}

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo'),
  easter(-48, 'Carnival', 'Carnaval').from(2011),
  easter(-48, 'Carnival', 'Carnaval').from(1956).until(1976),
  easter(-47, 'Carnival', 'Carnaval').from(2011),
  easter(-47, 'Carnival', 'Carnaval').from(1956).until(1976),
  fixed(
    '03-24',
    'Day of Remembrance for Truth and Justice',
    'Día Nacional de la Memoria por la Verdad y la Justicia',
  ).from(2006),
  fixed(
    '04-02',
    'Day of the Veterans and Fallen of the Malvinas War',
    'Día del Veterano y de los Caídos en la Guerra de Malvinas',
  )
    .from(2001)
    .moved({ 2002: '04-01', 2003: '03-31', 2004: '04-05', 2020: '03-31' }),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  fixed('05-01', 'Labour Day', 'Día del Trabajador').from(1925),
  fixed('05-25', 'May Revolution', 'Día de la Revolución de Mayo'),
  fixed(
    '06-17',
    'Anniversary of the Passing of General Martín Miguel de Güemes',
    'Paso a la Inmortalidad del General Martín Miguel de Güemes',
  )
    .from(2016)
    .observed(nearerMonday),
  fixed('06-20', 'General Manuel Belgrano Memorial Day', 'Paso a la Inmortalidad del General Manuel Belgrano').from(
    2011,
  ),
  on('3rd monday of june', 'General Manuel Belgrano Memorial Day', 'Paso a la Inmortalidad del General Manuel Belgrano')
    .from(1995)
    .until(2010),
  fixed('06-20', 'General Manuel Belgrano Memorial Day', 'Paso a la Inmortalidad del General Manuel Belgrano')
    .from(1938)
    .until(1994),
  fixed('07-09', 'Independence Day', 'Día de la Independencia'),
  fixed('08-17', 'General José de San Martín Memorial Day', 'Paso a la Inmortalidad del General José de San Martín')
    .from(2017)
    .observed(nearerMonday),
  on(
    '3rd monday of august',
    'General José de San Martín Memorial Day',
    'Paso a la Inmortalidad del General José de San Martín',
  )
    .from(1995)
    .until(2016)
    .moved({ 2011: '08-22' }),
  fixed('08-17', 'General José de San Martín Memorial Day', 'Paso a la Inmortalidad del General José de San Martín')
    .from(1938)
    .until(1994),
  fixed('10-12', 'Day of Respect for Cultural Diversity', 'Día del Respeto a la Diversidad Cultural')
    .from(2017)
    .observed(nearerMonday),
  on('2nd monday of october', 'Day of Respect for Cultural Diversity', 'Día del Respeto a la Diversidad Cultural')
    .from(2010)
    .until(2016),
  fixed('10-12', 'Columbus Day', 'Día de la Raza')
    .from(1917)
    .until(2009)
    .moved({ 2001: '10-08', 2002: '10-14', 2008: '10-13' })
    .observed(nearerMonday, 1988),
  listed(bridgeDays, 'Tourist Bridge Day', 'Día no laborable con fines turísticos'),
  listed({ 2010: '10-27', 2022: '05-18' }, 'National Census Day', 'Censo Nacional'),
  fixed('05-24', 'Bicentenary of the May Revolution', 'Bicentenario de la Revolución de Mayo').only(2010),
  fixed('12-20', 'World Cup Victory Day', 'Festejo de la Copa Mundial').only(2022),
  fixed('11-20', 'National Sovereignty Day', 'Día de la Soberanía Nacional').from(2017).observed(nearerMonday),
  on('4th monday of november', 'National Sovereignty Day', 'Día de la Soberanía Nacional')
    .from(2010)
    .until(2016)
    .moved({ 2015: '11-27', 2016: '11-28' }),
  fixed('12-08', 'Immaculate Conception Day', 'Día de la Inmaculada Concepción de María'),
  fixed('12-25', 'Christmas Day', 'Navidad'),
]
