// Holidays of Switzerland: the national day by the Federal Constitution, all others by the cantons. Both Appenzells
// keep 26 December only if it does not make a row of three days with Christmas and a Sunday.
import { easter, fixed, on, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Neujahr'),
  fixed('01-02', "St. Berchtold's Day", 'Berchtoldstag').in('BE FR SH AG TG VD'),
  fixed('01-06', 'Epiphany', 'Heilige Drei Könige').in('TI'),
  fixed('01-06', 'Epiphany', 'Heilige Drei Könige').in('UR SZ').as('Observance'),
  fixed('03-01', 'Republic Day', 'Jahrestag der Ausrufung der Republik').in('NE'),
  fixed('03-19', "Saint Joseph's Day", 'Josefstag').in('SZ VS'),
  fixed('03-19', "Saint Joseph's Day", 'Josefstag').in('LU UR NW TI').as('Observance'),
  easter(-2, 'Good Friday', 'Karfreitag').in('ZH BE LU UR SZ OW NW GL ZG FR SO BS BL SH AR AI SG GR AG TG VD NE GE JU'),
  fixed('04-04', 'Näfels procession', 'Näfelser Fahrt').in('GL'),
  easter(1, 'Easter Monday', 'Ostermontag').in('ZH BE GL FR BS BL SH AR AI SG GR AG TG TI VD GE JU'),
  easter(1, 'Easter Monday', 'Ostermontag').in('UR SZ OW').as('Observance'),
  fixed('05-01', 'Labour Day', 'Tag der Arbeit').in('ZH SO BS BL SH NE JU'),
  fixed('05-01', 'Labour Day', 'Tag der Arbeit').in('TG TI').as('Observance'),
  easter(39, 'Ascension Day', 'Auffahrt'),
  easter(50, 'Whit Monday', 'Pfingstmontag').in('ZH BE GL FR BS BL SH AR AI SG GR AG TG VD GE JU'),
  easter(50, 'Whit Monday', 'Pfingstmontag').in('UR SZ OW TI').as('Observance'),
  easter(60, 'Corpus Christi', 'Fronleichnam').in('LU UR SZ OW NW ZG FR SO AI AG VS JU'),
  easter(60, 'Corpus Christi', 'Fronleichnam').in('TI').as('Observance'),
  fixed('06-29', 'Saint Peter and Saint Paul', 'Peter und Paul').in('TI').as('Observance'),
  fixed('08-01', 'Swiss National Day', 'Bundesfeier').from(1994),
  fixed('08-15', 'Assumption of the Virgin Mary', 'Maria Himmelfahrt').in('LU UR SZ OW NW ZG FR SO AG TI VS'),
  fixed('08-15', 'Assumption of the Virgin Mary', 'Maria Himmelfahrt').in('AI JU').as('Observance'),
  on('1st sunday of september', 'Geneva Prayday', 'Jeûne genevois').in('GE').plus(4),
  on('3rd sunday of september', 'Federal Day of Thanksgiving', 'Eidgenössischer Dank-, Buss- und Bettag')
    .in('ZH BE LU SZ OW NW GL SO BS BL SH SG GR')
    .as('Observance'),
  on('3rd sunday of september', 'Federal Fast Monday', 'Bettagsmontag').in('VD').plus(1),
  fixed('11-01', "All Saints' Day", 'Allerheiligen').in('LU UR SZ OW NW GL ZG FR SO SG AG TI VS'),
  fixed('11-01', "All Saints' Day", 'Allerheiligen').in('AI JU').as('Observance'),
  fixed('12-08', 'Immaculate Conception', 'Mariä Empfängnis').in('UR OW NW ZG FR AG VS'),
  fixed('12-08', 'Immaculate Conception', 'Mariä Empfängnis').in('AI JU LU SZ TI').as('Observance'),
  fixed('12-25', 'Christmas Day', 'Weihnachten'),
  fixed('12-26', "St. Stephen's Day", 'Stephanstag')
    .in('ZH BE LU GL FR BS BL SH SG GR AG TG TI AR AI')
    .ifOn('sunday', 'monday', 'wednesday', 'thursday', 'friday'),
  fixed('12-26', "St. Stephen's Day", 'Stephanstag')
    .in('ZH BE LU GL FR BS BL SH SG GR AG TG TI')
    .ifOn('tuesday', 'saturday'),
  fixed('12-26', "St. Stephen's Day", 'Stephanstag').in('UR SZ OW').as('Observance'),
  fixed('12-31', 'Restoration Day', 'Restauration de la République').in('GE').from(1814),
]
