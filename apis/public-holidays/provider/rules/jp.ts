// Holidays of Japan: Act on National Holidays of 1948; since 1973 a holiday on a Sunday is made up, since 2007 on the
// next day that is not a holiday. Since 1988 a day between two holidays is a holiday itself: 4 May and, since 2003, a
// day between the two holidays of September. Before 1948: the imperial festivals.
import { between, fixed, listed, on, type Rule, sun, sundayToMonday } from '../language/rules.ts'

const agedDay = on('3rd monday of september', 'Respect for the Aged Day', '敬老の日')
const autumnalEquinox = sun({ longitude: 180, utcOffsetHours: 9 }, 'Autumnal Equinox Day', '秋分の日')

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", '元日').from(1949).observed(sundayToMonday, 1973),
  on('2nd monday of january', 'Coming of Age Day', '成人の日').from(2000),
  fixed('01-15', 'Coming of Age Day', '成人の日').from(1949).until(1999).observed(sundayToMonday, 1973),
  fixed('02-11', 'Foundation Day', '建国記念の日').from(1967).observed(sundayToMonday, 1973),
  fixed('02-23', "The Emperor's Birthday", '天皇誕生日').from(2020).observed(sundayToMonday),
  fixed('12-23', "The Emperor's Birthday", '天皇誕生日').from(1989).until(2018).observed(sundayToMonday),
  fixed('04-29', "The Emperor's Birthday", '天皇誕生日').from(1949).until(1988).observed(sundayToMonday, 1973),
  sun({ longitude: 0, utcOffsetHours: 9 }, 'Vernal Equinox Day', '春分の日').from(1949).observed(sundayToMonday, 1973),
  fixed('04-29', 'Shōwa Day', '昭和の日').from(2007).observed(sundayToMonday),
  fixed('04-29', 'Greenery Day', 'みどりの日').from(1989).until(2006).observed(sundayToMonday),
  fixed('05-03', 'Constitution Memorial Day', '憲法記念日')
    .from(1949)
    .observed(sundayToMonday, 1973)
    .observed({ sunday: 3 }, 2007),
  fixed('05-04', 'Greenery Day', 'みどりの日').from(2007).observed({ sunday: 2 }),
  fixed('05-04', "Citizens' Holiday", '国民の休日')
    .from(1988)
    .until(2006)
    .ifOn('tuesday', 'wednesday', 'thursday', 'friday', 'saturday'),
  fixed('05-05', "Children's Day", 'こどもの日').from(1949).observed(sundayToMonday, 1973),
  on('3rd monday of july', 'Marine Day', '海の日').from(2003).moved({ 2020: '07-23', 2021: '07-22' }),
  fixed('07-20', 'Marine Day', '海の日').from(1996).until(2002).observed(sundayToMonday),
  fixed('08-11', 'Mountain Day', '山の日').from(2016).moved({ 2020: '08-10', 2021: '08-08' }).observed(sundayToMonday),
  agedDay.from(2003),
  between(agedDay, autumnalEquinox, "Citizens' Holiday", '国民の休日').from(2003),
  fixed('09-15', 'Respect for the Aged Day', '敬老の日').from(1966).until(2002).observed(sundayToMonday, 1973),
  autumnalEquinox.from(1948).observed(sundayToMonday, 1973),
  on('2nd monday of october', 'Sports Day', 'スポーツの日').from(2020).moved({ 2020: '07-24', 2021: '07-23' }),
  on('2nd monday of october', 'Health and Sports Day', '体育の日').from(2000).until(2019),
  fixed('10-10', 'Health and Sports Day', '体育の日').from(1966).until(1999).observed(sundayToMonday, 1973),
  fixed('11-03', 'Culture Day', '文化の日').from(1948).observed(sundayToMonday, 1973),
  fixed('11-23', 'Labour Thanksgiving Day', '勤労感謝の日').from(1948).observed(sundayToMonday, 1973),
  fixed('04-10', 'Wedding of the Crown Prince', '皇太子明仁親王の結婚の儀').only(1959),
  fixed('02-24', 'Funeral of Emperor Shōwa', '昭和天皇の大喪の礼').only(1989),
  fixed('11-12', 'Enthronement Ceremony', '即位礼正殿の儀').only(1990),
  fixed('06-09', 'Wedding of the Crown Prince', '皇太子徳仁親王の結婚の儀').only(1993),
  listed({ 2019: '04-30 05-02' }, "Citizens' Holiday", '国民の休日'),
  fixed('05-01', 'Enthronement Day', '天皇の即位の日').only(2019),
  fixed('10-22', 'Enthronement Ceremony', '即位礼正殿の儀').only(2019),
  fixed('01-03', 'Festival of Origins', '元始祭').until(1948),
  fixed('01-05', "New Year's Banquet", '新年宴会').until(1948),
  fixed('02-11', 'Empire Day', '紀元節').until(1948),
  sun({ longitude: 0, utcOffsetHours: 9 }, 'Spring Festival of the Imperial Spirits', '春季皇霊祭').until(1948),
  fixed('04-03', 'Festival of Emperor Jimmu', '神武天皇祭').until(1948),
  fixed('11-03', "The Emperor's Birthday", '天長節').until(1911),
  fixed('08-31', "The Emperor's Birthday", '天長節').from(1913).until(1926),
  fixed('10-31', "The Emperor's Birthday", '天長節祝日').from(1913).until(1926),
  fixed('04-29', "The Emperor's Birthday", '天長節').from(1927).until(1948),
  sun({ longitude: 180, utcOffsetHours: 9 }, 'Autumn Festival of the Imperial Spirits', '秋季皇霊祭').until(1947),
  fixed('10-17', 'Harvest Offering', '神嘗祭').until(1947),
  fixed('11-03', 'Meiji Festival', '明治節').from(1927).until(1947),
  fixed('11-23', 'Harvest Festival', '新嘗祭').until(1947),
]
