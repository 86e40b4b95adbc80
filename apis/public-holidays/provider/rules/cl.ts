// Holidays of Chile: Laws 19.668 (days moved to Monday), 20.215 and 20.983 (days next to the national ones), 21.357
// (solstice).
import { easter, fixed, listed, on, type Rule, sun, sundayToMonday } from '../language/rules.ts'

const toMonday = { tuesday: -1, wednesday: -2, thursday: -3, friday: 3 }

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Año Nuevo').observed(sundayToMonday, 2017),
  easter(-2, 'Good Friday', 'Viernes Santo'),
  easter(-1, 'Holy Saturday', 'Sábado Santo'),
  fixed('05-01', 'Labour Day', 'Día del Trabajo').from(1931),
  fixed('05-21', 'Navy Day', 'Día de las Glorias Navales').from(1915),
  fixed('06-07', 'Battle of Arica', 'Asalto y Toma del Morro de Arica').in('AP').from(2013),
  sun(
    { longitude: 90, utcOffsetHours: -4 },
    'National Day of Indigenous Peoples',
    'Día Nacional de los Pueblos Indígenas',
  )
    .from(2021)
    .moved({ 2021: '06-21' }),
  fixed('06-29', 'Saint Peter and Saint Paul', 'San Pedro y San Pablo').from(1986).observed(toMonday, 2000),
  fixed('06-29', 'Saint Peter and Saint Paul', 'San Pedro y San Pablo').until(1967),
  easter(60, 'Corpus Christi').from(1987).until(2006),
  easter(60, 'Corpus Christi').until(1967),
  fixed('07-16', 'Our Lady of Mount Carmel', 'Virgen del Carmen').from(2007),
  fixed('08-15', 'Assumption of Mary', 'Asunción de la Virgen'),
  fixed('09-18', 'National holiday', 'Fiestas Patrias'),
  fixed('09-16', 'National holiday', 'Fiestas Patrias').only(2022),
  fixed('09-17', 'National holiday', 'Fiestas Patrias').ifOn('monday').from(2007),
  fixed('09-17', 'National holiday', 'Fiestas Patrias').ifOn('friday').from(2017),
  listed({ 1999: '09-17', 2004: '09-17', 2010: '09-17 09-20' }, 'National holiday', 'Fiestas Patrias'),
  fixed('09-11', 'National Liberation Day', 'Día de la Liberación Nacional').from(1981).until(1998),
  on('1st monday of september', 'National Unity Day', 'Día de la Unidad Nacional').from(1999).until(2001),
  listed({ 2002: '04-24', 2017: '04-19' }, 'Census Day', 'Censo de Población y Vivienda'),
  fixed('09-20', 'National holiday', 'Fiestas Patrias').ifOn('friday').from(2007),
  listed({ 2020: '10-25', 2022: '09-04', 2023: '12-17' }, 'National plebiscite', 'Plebiscito nacional'),
  fixed('09-19', 'Army Day', 'Día de las Glorias del Ejército'),
  fixed('10-12', 'Columbus Day', 'Día del Descubrimiento de Dos Mundos').from(1922).observed(toMonday, 2000),
  fixed('10-31', 'Reformation Day', 'Día Nacional de las Iglesias Evangélicas y Protestantes')
    .from(2008)
    .observed({ tuesday: -4, wednesday: 2 }),
  fixed('11-01', 'All Saints Day', 'Día de Todos los Santos'),
  fixed('12-08', 'Immaculate Conception', 'Inmaculada Concepción'),
  fixed('12-25', 'Christmas Day', 'Navidad / Natividad del Señor'),
]
