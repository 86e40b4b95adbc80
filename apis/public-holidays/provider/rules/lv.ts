// Holidays of Latvia: Act on Public Holidays, Commemoration Days and Celebration Days.
import { easter, fixed, listed, on, type Rule, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Jaungada diena'),
  fixed(
    '01-20',
    'Commemoration Day of Defenders of the Barricades in 1991',
    '1991. gada barikāžu aizstāvju atceres diena',
  )
    .as('Observance')
    .from(1995),
  fixed(
    '01-26',
    'Day of the International (de jure) Recognition of the Republic of Latvia',
    'Latvijas Republikas starptautiskās (de jure) atzīšanas diena',
  )
    .as('Observance')
    .from(2022),
  fixed('02-27', 'World Non-Governmental Organization Day', 'Starptautisko nevalstisko organizāciju diena')
    .as('Observance')
    .from(2026),
  fixed(
    '03-02',
    'National Partisan Armed Resistance Remembrance Day',
    'Nacionālo partizānu bruņotās pretošanās atceres diena',
  )
    .as('Observance')
    .from(2019),
  fixed('03-08', "International Women's Day", 'Starptautiskā sieviešu diena').as('Observance').from(2007),
  fixed('03-17', 'National Resistance Movement Remembrance Day', 'Nacionālās pretošanās kustības piemiņas diena')
    .as('Observance')
    .from(2017),
  fixed('03-25', 'Commemoration Day of Victims of Communist Terror', 'Komunistiskā genocīda upuru piemiņas diena')
    .as('Observance')
    .from(1990),
  easter(-2, 'Good Friday', 'Lielā Piektdiena'),
  easter(0, 'Easter Sunday', 'Pirmās Lieldienas'),
  easter(1, 'Easter Monday', 'Otrās Lieldienas'),
  fixed('04-27', 'Latgale Congress Day', 'Latgales kongresa diena').as('Observance').from(2017),
  fixed('05-01', 'Labour Day', 'Darba svētki'),
  fixed(
    '05-01',
    'Day of the Convocation of the Constitutional Assembly of the Republic of Latvia',
    'Latvijas Republikas Satversmes sapulces sasaukšanas diena',
  ).from(2007),
  fixed(
    '05-04',
    'Day of the Restoration of Independence of the Republic of Latvia',
    'Latvijas Republikas Neatkarības atjaunošanas diena',
  )
    .from(2002)
    .observed(weekendToMonday, 2008),
  fixed(
    '05-08',
    'Day of the Defeat of Nazism and Commemoration Day of Victims of World War II',
    'Nacisma sagrāves diena un Otrā pasaules kara upuru piemiņas diena',
  ).as('Observance'),
  fixed('05-09', 'Europe Day', 'Eiropas diena').as('Observance'),
  on('2nd sunday of may', "Mother's Day", 'Mātes diena').from(1990),
  fixed('05-15', 'International Day of the Family', 'Starptautiskā ģimenes diena').as('Observance').from(1995),
  fixed('05-17', 'Firefighter and Rescuer Day', 'Ugunsdzēsēju un glābēju diena').as('Observance').from(2007),
  fixed(
    '05-29',
    'Day of the Ice Hockey World Championship medal',
    'Diena, kad Latvijas hokeja komanda ieguva bronzas medaļu',
  ).only(2023),
  easter(49, 'Pentecost', 'Vasarsvētki'),
  fixed('06-01', 'International Day for Protection of Children', 'Starptautiskā bērnu aizsardzības diena').as(
    'Observance',
  ),
  fixed('06-14', 'Commemoration Day of Victims of Communist Terror', 'Komunistiskā genocīda upuru piemiņas diena')
    .as('Observance')
    .from(1990),
  fixed('06-17', 'Day of the Occupation of the Republic of Latvia', 'Latvijas Republikas okupācijas diena')
    .as('Observance')
    .from(2000),
  on('3rd sunday of june', 'Medical Worker Day', 'Medicīnas darbinieku diena').as('Observance').from(1995),
  fixed(
    '06-22',
    "Heroes' Commemoration Day (Anniversary of the Battle of Cēsis)",
    'Varoņu piemiņas diena (Cēsu kaujas atceres diena)',
  )
    .as('Observance')
    .from(1995),
  fixed('06-23', 'Līgo Day', 'Līgo diena'),
  fixed('06-24', 'Jāņi Day', 'Jāņu diena'),
  fixed('07-04', 'Commemoration Day of Genocide Against the Jews', 'Ebreju tautas genocīda upuru piemiņas diena')
    .as('Observance')
    .from(1990),
  listed(
    { 2018: '07-09', 2023: '07-10' },
    'Closing day of the Song and Dance Festival',
    'Vispārējo latviešu Dziesmu un deju svētku noslēguma diena',
  ),
  on('2nd saturday of july', 'Day of the Sea Festival', 'Jūras svētku diena').as('Observance').from(1995),
  fixed('08-11', "Latvian Freedom Fighters' Remembrance Day", 'Latvijas brīvības cīnītāju piemiņas diena')
    .as('Observance')
    .from(1995),
  fixed(
    '08-21',
    'Day of the Passing of the Constitutional Law on the Status of the Republic of Latvia as a State',
    'Konstitucionālā likuma “Par Latvijas Republikas valstisko statusu” pieņemšanas diena',
  )
    .as('Observance')
    .from(1995),
  fixed('08-23', 'Day of Remembrance for Victims of Stalinism and Nazism', 'Staļinisma un nacisma upuru atceres diena')
    .as('Observance')
    .from(2000),
  fixed('09-01', 'Knowledge Day', 'Zinību diena').as('Observance').from(1995),
  on('2nd sunday of september', "Father's Day", 'Tēva diena').as('Observance').from(2008),
  fixed('09-22', 'Baltic Unity Day', 'Baltu vienības diena').as('Observance').from(2000),
  fixed(
    '09-24',
    'Day of the visit of Pope Francis',
    'Viņa Svētības pāvesta Franciska pastorālās vizītes Latvijā diena',
  ).only(2018),
  fixed('10-01', 'International Day of Older Persons', 'Starptautiskā senioru diena').as('Observance').from(1995),
  fixed('10-05', "Teachers' Day", 'Skolotāju diena').as('Observance').from(2014),
  fixed('10-15', 'Official Language Day', 'Valsts valodas diena').as('Observance').from(2022),
  fixed('11-07', 'Border Guards Day', 'Robežsargu diena').as('Observance').from(2018),
  fixed('11-11', 'Lāčplēsis Day', 'Lāčplēša diena').as('Observance').from(1990),
  fixed('11-18', 'Day of the Proclamation of the Republic of Latvia', 'Latvijas Republikas Proklamēšanas diena')
    .from(1919)
    .observed(weekendToMonday, 2008),
  fixed(
    '11-21',
    'Remembrance Day of the Tragedy of 21 November 2013',
    '2013. gada 21. novembra traģēdijas atceres diena',
  )
    .as('Observance')
    .from(2021),
  fixed('12-05', 'Police Day', 'Policijas darbinieku diena').as('Observance').from(2000),
  on(
    '1st sunday of december',
    'Commemoration Day of Victims of Genocide Against the Latvian People By the Totalitarian Communist Regime',
    'Pret latviešu tautu vērstā totalitārā komunistiskā režīma genocīda upuru piemiņas diena',
  )
    .as('Observance')
    .from(1998),
  fixed('12-24', 'Christmas Eve', 'Ziemassvētku vakars').from(2007),
  fixed('12-25', 'Christmas Day', 'Pirmie Ziemassvētki'),
  fixed('12-26', 'Second day of Christmas', 'Otrie Ziemassvētki'),
  fixed('12-31', "New Year's Eve", 'Vecgada diena').from(1990),
]
