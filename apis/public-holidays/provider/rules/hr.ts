// Holidays of Croatia: Act on Holidays, Memorial Days and Non-Working Days.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nova Godina'),
  fixed('01-06', 'Epiphany', 'Bogojavljenje, Sveta tri kralja').from(1992),
  easter(0, 'Easter Sunday', 'Uskrs i uskrsni ponedjeljak'),
  easter(1, 'Easter Monday', 'Uskrs i uskrsni ponedjeljak'),
  fixed('05-01', "International Workers' Day", 'Međunarodni praznik rada').from(1945),
  fixed('05-30', 'National Day', 'Dan državnosti').from(2020),
  fixed('05-30', 'Statehood Day', 'Dan državnosti').from(1991).until(2001),
  easter(60, 'Corpus Christi', 'Tijelovo').from(2002),
  fixed('06-22', 'Anti-Fascist Struggle Day', 'Dan antifašističke borbe').from(1991),
  fixed('06-25', 'Statehood Day', 'Dan državnosti').from(2002).until(2019),
  fixed(
    '08-05',
    'Victory and Homeland Thanksgiving Day and the Day of Croatian defenders',
    'Dan pobjede i domovinske zahvalnosti i Dan hrvatskih branitelja',
  ).from(1996),
  fixed('10-08', 'Independence Day', 'Dan neovisnosti').from(2002).until(2019),
  fixed('08-15', 'Assumption Day', 'Velika Gospa').from(1992),
  fixed('11-01', "All Saints' Day", 'Dan svih svetih').from(1992),
  fixed('11-18', 'Remembrance Day', 'Dan sjećanja na žrtve Domovinskog rata').from(2020),
  fixed('12-25', 'Christmas Day', 'Božić').from(1992),
  fixed('12-26', "St. Stephen's Day", 'Prvi dan po Božiću, Sveti Stjepan, Štefanje, Stipanje').from(1992),
]
