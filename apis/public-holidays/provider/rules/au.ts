// Holidays of Australia: the holiday acts of the states and territories. When Anzac Day is on a weekend, the states
// differ: some grant the Monday, some do not.
import {
  easter,
  fixed,
  on,
  type Rule,
  saturdayToMonday,
  sundayToMonday,
  weekendToMonday,
  weekendTwoDaysOn,
} from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(weekendToMonday),
  fixed('01-26', 'Australia Day').from(1994).observed(weekendToMonday),
  on('monday on or after 01-26', 'Australia Day').from(1946).until(1993),
  on('1st monday of march', 'Labour Day').in('WA'),
  on('2nd monday of march', 'Canberra Day').in('ACT').from(2008),
  on('3rd monday of march', 'Canberra Day').in('ACT').from(1958).until(2007),
  on('2nd monday of march', 'Adelaide Cup Day').in('SA').from(2006),
  on('3rd monday of may', 'Adelaide Cup Day').in('SA').from(1973).until(2005),
  on('2nd monday of march', 'Eight Hours Day').in('TAS'),
  on('2nd monday of march', 'Labour Day').in('VIC'),
  easter(-2, 'Good Friday'),
  easter(-1, 'Holy Saturday', 'Easter Eve').in('ACT NSW NT QLD SA VIC'),
  easter(0, 'Easter Sunday').in('ACT NSW NT QLD SA VIC WA').from(2024),
  easter(0, 'Easter Sunday').in('ACT NSW NT QLD VIC WA').only(2023),
  easter(0, 'Easter Sunday').in('ACT NSW QLD VIC WA').only(2022),
  easter(0, 'Easter Sunday').in('ACT NSW QLD VIC').from(2017).until(2021),
  easter(0, 'Easter Sunday').in('ACT NSW VIC').only(2016),
  easter(0, 'Easter Sunday').in('NSW').from(2010).until(2015),
  easter(1, 'Easter Monday'),
  fixed('04-25', 'Anzac Day').from(1921).ifOn('monday', 'tuesday', 'wednesday', 'thursday', 'friday'),
  fixed('04-25', 'Anzac Day').in('SA TAS VIC').ifOn('saturday').from(2026),
  fixed('04-25', 'Anzac Day').in('NSW ACT WA').ifOn('saturday').from(2026).observed(saturdayToMonday),
  fixed('04-25', 'Anzac Day').in('NT QLD').ifOn('saturday').from(2026),
  fixed('04-25', 'Anzac Day').in('ACT NSW NT QLD SA TAS VIC').ifOn('saturday').from(1921).until(2025),
  fixed('04-25', 'Anzac Day').in('WA').ifOn('saturday').from(1921).until(2025).observed(saturdayToMonday, 1973),
  fixed('04-25', 'Anzac Day').in('NSW TAS VIC').ifOn('sunday').from(1921).except(2027),
  fixed('04-25', 'Anzac Day').in('ACT NT QLD SA WA').ifOn('sunday').from(1921).except(2027).observed(sundayToMonday),
  fixed('04-25', 'Anzac Day').in('TAS VIC').only(2027),
  fixed('04-25', 'Anzac Day').in('ACT NSW NT QLD SA WA').only(2027).observed(sundayToMonday),
  on('1st monday of may', 'May Day').in('NT'),
  on('1st monday of may', 'Labour Day').in('QLD').from(2016),
  on('1st monday of october', 'Labour Day').in('QLD').from(2013).until(2015),
  on('1st monday of may', 'Labour Day').in('QLD').until(2012),
  on('monday on or after 05-27', 'Reconciliation Day').in('ACT').from(2018),
  on('1st monday of june', 'Western Australia Day').in('WA').from(2012),
  on('1st monday of june', 'Foundation Day').in('WA').until(2011),
  on('2nd monday of june', "King's Birthday").in('ACT NSW NT SA TAS VIC').from(2023),
  on('2nd monday of june', "Queen's Birthday").in('ACT NSW NT SA TAS VIC').from(2016).until(2022),
  on('2nd monday of june', "Queen's Birthday").in('ACT NSW NT QLD SA TAS VIC').from(1952).until(2015).except(2012),
  on('2nd monday of june', "Queen's Birthday").in('ACT NSW NT SA TAS VIC').only(2012),
  on('1st monday of august', 'Picnic Day').in('NT'),
  fixed('09-22', 'National Day of Mourning').only(2022),
  on('last friday of september', 'Friday before AFL Grand Final')
    .in('VIC')
    .from(2015)
    .moved({ 2015: '10-02', 2020: '10-23', 2022: '09-23' }),
  on('last monday of september', "King's Birthday").in('WA').from(2023).moved({ 2024: '09-23' }),
  on('last monday of september', "Queen's Birthday")
    .in('WA')
    .from(1960)
    .until(2022)
    .moved({ 2011: '10-28', 2012: '10-01' }),
  on('1st monday of october', 'Labour Day').in('ACT NSW SA'),
  on('1st monday of october', "King's Birthday").in('QLD').from(2023),
  on('1st monday of october', "Queen's Birthday").in('QLD').from(2016).until(2022),
  on('1st monday of october', "Queen's Birthday").in('QLD').only(2012),
  on('1st tuesday of november', 'Melbourne Cup').in('VIC'),
  fixed('12-25', 'Christmas Day').observed(weekendTwoDaysOn),
  fixed('12-26', "St. Stephen's Day", 'Boxing Day').observed(weekendTwoDaysOn),
]
