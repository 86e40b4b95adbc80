// Holidays of Bosnia and Herzegovina: each of the two entities has separate days besides the shared ones.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Nova Godina'),
  fixed('01-02', "New Year's Day", 'Nova Godina'),
  fixed('01-06', 'Christmas Eve (Orthodox)', 'Božić (za pravoslavce)').in('SRP'),
  fixed('01-07', 'Christmas Day (Orthodox)', 'Božić (za pravoslavce)').in('SRP'),
  fixed('03-01', 'Independence day', 'Dan nezavisnosti Bosne i Hercegovine').in('BIH').from(1992),
  orthodoxEaster(-2, 'Good Friday', 'Veliki petak').in('SRP'),
  orthodoxEaster(0, 'Easter Sunday', 'Vaskrs (Uskrs)').in('SRP'),
  orthodoxEaster(1, 'Easter Monday', 'Vaskrsni (Uskrsni) ponedeljak').in('SRP'),
  fixed('05-01', "May Day / International Workers' Day", 'Praznik rada'),
  fixed('05-02', "May Day / International Workers' Day", 'Praznik rada'),
  fixed('05-09', 'Victory Day over fascism', 'Dan pobjede nad fašizmom').in('SRP'),
  fixed(
    '11-21',
    'Day of the establishment of the General Framework Agreement for Peace in BiH',
    'Dan uspostavljanja Opšteg okvirnog sporazuma za mir u BiH',
  )
    .in('SRP')
    .from(1995),
  fixed('11-25', 'Statehood Day', 'Dan državnosti Bosne i Hercegovine').in('BIH').from(1992),
  fixed('12-24', 'Christmas Eve (Roman Catholic)', 'Božić (za rimokatolike)').in('BIH'),
  fixed('12-25', 'Christmas Day (Roman Catholic)', 'Božić (za rimokatolike)').in('BIH'),
]
