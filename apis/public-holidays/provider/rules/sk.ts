// Holidays of Slovakia: Act 241/1993; since 2024 some days are kept without rest from work.
import { easter, fixed, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', 'Day of the Establishment of the Slovak Republic', 'Deň vzniku Slovenskej republiky').from(1994),
  fixed('01-01', "New Year's Day", 'Nový rok').until(1993),
  fixed('01-06', 'Epiphany', 'Zjavenie Pána').from(1994),
  easter(-2, 'Good Friday', 'Veľkonočný piatok'),
  easter(1, 'Easter Monday', 'Veľkonočný pondelok'),
  fixed('05-01', "International Workers' Day", 'Sviatok práce'),
  fixed('05-08', 'Day of victory over fascism', 'Deň víťazstva nad fašizmom').from(1997).except(2026),
  fixed('05-09', 'Liberation Day', 'Deň oslobodenia').from(1952).until(1991),
  fixed('05-08', 'Day of victory over fascism', 'Deň víťazstva nad fašizmom').from(1992).until(1996),
  fixed('05-08', 'Day of victory over fascism', 'Deň víťazstva nad fašizmom').as('Observance').only(2026),
  fixed('07-05', 'St. Cyril and Methodius Day', 'Sviatok svätého Cyrila a svätého Metoda').from(1990),
  fixed('08-29', 'Slovak National Uprising anniversary', 'Výročie Slovenského národného povstania').from(1993),
  fixed('09-01', 'Day of the Constitution of the Slovak Republic', 'Deň Ústavy Slovenskej republiky')
    .as('Observance')
    .from(2024),
  fixed('09-01', 'Day of the Constitution of the Slovak Republic', 'Deň Ústavy Slovenskej republiky')
    .from(1993)
    .until(2023),
  fixed('09-15', 'Day of Our Lady of the Seven Sorrows', 'Sedembolestná Panna Mária').from(1994).except(2026),
  fixed('09-15', 'Day of Our Lady of the Seven Sorrows', 'Sedembolestná Panna Mária').as('Observance').only(2026),
  fixed('10-30', 'Centenary of the Martin Declaration', 'Výročie Deklarácie slovenského národa').only(2018),
  fixed('11-01', 'All Saints’ Day', 'Sviatok Všetkých svätých').from(1994),
  fixed('11-17', 'Struggle for Freedom and Democracy Day', 'Deň boja za slobodu a demokraciu')
    .as('Observance')
    .from(2025),
  fixed('11-17', 'Struggle for Freedom and Democracy Day', 'Deň boja za slobodu a demokraciu').from(2001).until(2024),
  fixed('12-24', 'Christmas Eve', 'Štedrý deň').from(1990),
  fixed('12-25', 'Christmas Day', 'Prvý sviatok vianočný'),
  fixed('12-26', "St. Stephen's Day", 'Druhý sviatok vianočný'),
]
