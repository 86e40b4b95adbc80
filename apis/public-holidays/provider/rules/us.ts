// Holidays of the United States: 5 U.S.C. 6103 for the federal days, the law of the states for the others.
import { easter, fixed, nearestWorkday, on, type Rule, sundayToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").as('Public', 'Bank').observed(nearestWorkday),
  on('3rd monday of january', 'Martin Luther King, Jr. Day').as('Public', 'Bank').from(1986),
  fixed('02-12', "Lincoln's Birthday").in('CA CT IL IN KY MI NY MO OH').as('Observance'),
  on('3rd monday of february', 'Presidents Day', "Washington's Birthday").as('Public', 'Bank').from(1971),
  fixed('02-22', "Washington's Birthday").as('Public', 'Bank').until(1970).observed(sundayToMonday),
  easter(-2, 'Good Friday').in('CT DE HI IN KY LA NC ND NJ TN'),
  easter(-2, 'Good Friday').in('TX').as('Optional'),
  fixed('05-08', 'Truman Day').in('MO').as('School', 'Authorities').from(1967),
  on('last monday of may', 'Memorial Day').as('Public', 'Bank').from(1971),
  fixed('05-30', 'Memorial Day').as('Public', 'Bank').until(1970).observed(sundayToMonday),
  fixed('06-19', 'Juneteenth National Independence Day').as('Public', 'Bank').from(2021).observed(nearestWorkday),
  fixed('07-04', 'Independence Day').as('Public', 'Bank').observed(nearestWorkday),
  on('1st monday of september', 'Labour Day', 'Labor Day').as('Public', 'Bank'),
  on('2nd monday of october', 'Columbus Day')
    .in('AL AZ CO CT GA ID IL IN IA KS KY LA ME MD MA MS MO MT NE NH NJ NM NY NC OH OK PA RI SC TN UT VA WV')
    .from(1971),
  on('2nd monday of october', 'Columbus Day').as('Bank').from(1971),
  on('2nd monday of october', "Indigenous Peoples' Day")
    .in('AK AL CA HI IA LA ME MI MN NC NE NM OK OR SD TX VA VT WI')
    .from(2021),
  on('2nd monday of october', "Indigenous Peoples' Day").in('HI').only(1988),
  on('2nd monday of october', "Indigenous Peoples' Day").in('HI SD').from(1989).until(2014),
  on('2nd monday of october', "Indigenous Peoples' Day").in('AK HI SD').only(2015),
  on('2nd monday of october', "Indigenous Peoples' Day").in('AK HI MN SD VT').from(2016).until(2017),
  on('2nd monday of october', "Indigenous Peoples' Day").in('AK HI IA MN NC SD VT').only(2018),
  on('2nd monday of october', "Indigenous Peoples' Day").in('AK AL CA HI IA LA ME MI MN NC NM OK SD VT WI').only(2019),
  on('2nd monday of october', "Indigenous Peoples' Day")
    .in('AK AL CA HI IA LA ME MI MN NC NE NM OK SD VA VT WI')
    .only(2020),
  fixed('11-11', 'Veterans Day').as('Public', 'Bank').from(1978).observed(nearestWorkday),
  on('4th monday of october', 'Veterans Day').as('Public', 'Bank').from(1971).until(1977),
  fixed('11-11', 'Veterans Day').as('Public', 'Bank').from(1954).until(1970).observed(nearestWorkday),
  fixed('11-11', 'Armistice Day').as('Public', 'Bank').from(1938).until(1953).observed(sundayToMonday),
  on('4th thursday of november', 'Thanksgiving Day').as('Public', 'Bank').from(1942),
  on('last thursday of november', 'Thanksgiving Day')
    .as('Public', 'Bank')
    .until(1941)
    .moved({ 1939: '11-23', 1940: '11-21', 1941: '11-20' }),
  fixed('12-25', 'Christmas Day').as('Public', 'Bank').observed(nearestWorkday),
]
