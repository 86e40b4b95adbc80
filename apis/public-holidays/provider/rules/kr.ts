// Holidays of South Korea: Regulation on Holidays of Public Offices; days on a weekend are made up since 2014, more of
// them since 2021. If one of three feast days is a Sunday, it is made up after the third; days that coincide with
// another holiday are listed as substitutes.
import { fixed, korean, listed, type Rule, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", '새해'),
  fixed('01-02', "New Year's Day", '새해').from(1950).until(1998),
  fixed('01-03', "New Year's Day", '새해').from(1950).until(1989),
  korean('01-01', 'Lunar New Year', '설날').plus(-1).from(1989).observed({ sunday: 3 }, 2014),
  korean('01-01', 'Lunar New Year', '설날').from(1985).observed({ sunday: 2 }, 2014),
  korean('01-01', 'Lunar New Year', '설날').plus(1).from(1989).observed({ sunday: 1 }, 2014),
  fixed('03-01', 'Independence Movement Day', '3·1절').from(1950).observed(weekendToMonday, 2022),
  fixed('04-05', 'Arbor Day', '식목일').from(1949).until(2005).except(1960),
  fixed('05-01', 'Labour Day', '노동절').from(2026).observed(weekendToMonday),
  korean('04-08', "Buddha's Birthday", '부처님 오신 날').from(1975).observed(weekendToMonday, 2023),
  fixed('05-05', "Children's Day", '어린이날').from(1975).observed(weekendToMonday, 2014),
  fixed('06-06', 'Memorial Day', '현충일').from(1956),
  listed({ 2026: '06-03' }, 'Local Election Day', '지방 선거일'),
  listed({ 2012: '12-19', 2017: '05-09', 2022: '03-09', 2025: '06-03' }, 'Presidential Election Day', '대통령 선거일'),
  listed(
    { 2012: '04-11', 2016: '04-13', 2020: '04-15', 2024: '04-10' },
    'National Assembly Election Day',
    '국회의원 선거일',
  ),
  listed({ 2014: '06-04', 2018: '06-13', 2022: '06-01' }, 'Local Election Day', '지방 선거일'),
  listed(
    { 2015: '08-14', 2016: '05-06', 2017: '10-02', 2020: '08-17', 2023: '10-02', 2024: '10-01', 2025: '01-27' },
    'Temporary Holiday',
    '임시공휴일',
  ),
  listed({ 2017: '10-06', 2025: '05-06', 2028: '10-05' }, 'Substitute Holiday', '대체공휴일'),
  fixed('07-17', 'Constitution Day', '제헌절').from(2026).observed(weekendToMonday),
  fixed('07-17', 'Constitution Day', '제헌절').as('Observance').from(2008).until(2025),
  fixed('07-17', 'Constitution Day', '제헌절').from(1950).until(2007),
  fixed('08-15', 'Liberation Day', '광복절').from(1949).observed(weekendToMonday, 2021),
  korean('08-15', 'Chuseok', '추석').plus(-1).from(1989).observed({ sunday: 3 }, 2014),
  korean('08-15', 'Chuseok', '추석').observed({ sunday: 2 }, 2014),
  korean('08-15', 'Chuseok', '추석').plus(1).from(1986).observed({ sunday: 1 }, 2014),
  fixed('10-01', 'Armed Forces Day', '국군의 날').from(1976).until(1990),
  fixed('10-03', 'National Foundation Day', '개천절').from(1949).observed(weekendToMonday, 2021),
  fixed('10-09', 'Hangul Day', '한글날').from(2013).observed(weekendToMonday, 2021),
  fixed('10-09', 'Hangul Day', '한글날').from(1949).until(1990),
  fixed('12-25', 'Christmas Day', '크리스마스').from(1949).observed(weekendToMonday, 2023),
]
