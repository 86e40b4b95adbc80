// Guards further layouts of banks and programs, with invented rows: amounts beside those of another currency, rows that
// are balances or fees, fees under any heading, payees, own accounts, and files that must be refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDateEvidence } from './date-order.ts'
import { dayIn } from './dates.ts'
import { readFile } from './statement.fixture.ts'

/** Files, and the day, amount, payee, currency and account of each transaction. */
const read: Readonly<Record<string, readonly [file: string, rows: readonly string[]]>> = {
  'Polish amounts in the currency of the account, behind those of the purchase': [
    'Kryteria transakcji\nData transakcji;Data księgowania;Nazwa nadawcy;Nazwa odbiorcy;Szczegóły transakcji;Kwota operacji;Waluta operacji;Kwota w walucie rachunku;Waluta rachunku\n12-01-2026;12-01-2026;Jan;Dom;Czynsz;-620,00;PLN;-620,00;PLN\n11-01-2026;13-01-2026;;;Sklep;-10,00;EUR;-48,09;PLN',
    ['2026-01-12 -620 Dom pln Statement', '2026-01-11 -48.09 Sklep pln Statement'],
  ],
  'billed amounts, behind those of the purchase': [
    'Date,Description,Transaction amount,Transaction currency,Billing amount,Billing currency\n2026-01-15,A,-10.00,EUR,-11.00,USD\n2026-01-16,B,-5.00,USD,-5.00,USD',
    ['2026-01-15 -11 A usd Statement', '2026-01-16 -5 B usd Statement'],
  ],
  'settled amounts with their currency': [
    'Date,Description,Local amount,Local currency,Settled amount,Settled currency\n2026-01-15,A,-10.00,EUR,-11.00,USD',
    ['2026-01-15 -11 A usd Statement'],
  ],
  'a currency elsewhere that is that of the purchase': [
    'Date;Libellé;Montant en devise;Devise;Montant en euros\n15/01/2026;A;-10,00;USD;-9,50\n16/01/2026;B;-5,00;EUR;-5,00',
    ['2026-01-15 -9.5 A eur Statement', '2026-01-16 -5 B eur Statement'],
  ],
  'Ukrainian amounts in the currency of the card': [
    '"Дата i час операції","Деталі операції","Сума в валюті картки (UAH)","Сума в валюті операції","Валюта","Залишок після операції"\n"15.01.2026 10:00:00","A",-410.0,-10.0,USD,477.5\n"16.01.2026 10:00:00","B",-112.5,-112.5,UAH,365',
    ['2026-01-15 -410 A uah Statement', '2026-01-16 -112.5 B uah Statement'],
  ],
  'the currency of the account before the amounts': [
    'Datum provedení;Směr úhrady;Měna účtu;Částka v měně účtu;Původní měna úhrady;Původní částka úhrady;Název protistrany\n15.01.2026;Odchozí;CZK;-245,00;EUR;-10,00;A\n16.01.2026;Příchozí;CZK;500,00;CZK;500,00;B',
    ['2026-01-15 -245 A czk Statement', '2026-01-16 500 B czk Statement'],
  ],
  'charges beside the amounts, and in rows of their own': [
    'Date,Description,Charge,Debit Amount,Credit Amount,Balance\n2026-01-15,Fee,13.50,,,986.50\n2026-01-16,Bill,15.00,944.27,,27.23\n2026-01-17,Pay,,,1000.00,1027.23',
    ['2026-01-15 -13.5 Fee Statement', '2026-01-16 -959.27 Bill Statement', '2026-01-17 1000 Pay Statement'],
  ],
  'payments and deposits': [
    'Date,Description,Payments,Deposits,Balance\n2026-01-15,A,-12.50,,987.50\n2026-01-16,B,,1000.00,1987.50',
    ['2026-01-15 -12.5 A Statement', '2026-01-16 1000 B Statement'],
  ],
  'charges and payments of a card': [
    'Date,Description,Charges,Payments\n2026-01-15,A,12.50,\n2026-01-16,Thanks,,10.00',
    ['2026-01-15 -12.5 A Statement', '2026-01-16 10 Thanks Statement'],
  ],
  'purchases and payments of a card': [
    'Date,Description,Payments,Purchases\n2026-01-15,A,,12.50\n2026-01-16,Thanks,10.00,',
    ['2026-01-15 -12.5 A Statement', '2026-01-16 10 Thanks Statement'],
  ],
  'Russian amounts in the currency of the account': [
    'Дата операции;Дата обработки;Описание операции;Сумма в валюте счёта;Остаток\n15.01.2026 10:00;16.01.2026;Магнит;-12,50;987,50',
    ['2026-01-15 -12.5 Магнит Statement'],
  ],
  'a currency behind each of two amounts': [
    'DATE;ACTIVITY NAME;DEBIT;DEBIT CURRENCY;CREDIT;CREDIT CURRENCY;RECIPIENT\n15/01/2026;"x";-45.20;CHF;;;"Migros"\n16/01/2026;"x";;;93.00;EUR;"Anna"\n17/01/2026;"Exchange";-100.00;CHF;93.00;EUR;""',
    ['2026-01-15 -45.2 Migros chf Statement', '2026-01-16 93 Anna eur Statement'],
  ],
  'accounts that have a currency each, beside amounts in one currency': [
    'account;currency;amount;ref_currency_amount;type;note;date\nCash;EUR;12.5;12.5;Expenses;Shop;2026-01-15T10:00:00.000Z\nTrip;USD;10;9;Expenses;Cafe;2026-01-16T10:00:00.000Z',
    ['2026-01-15 -12.5 Shop eur Cash', '2026-01-16 -10 Cafe usd Trip'],
  ],
  'Estonian balances and turnovers among the rows': [
    '"Kliendi konto";"Reatüüp";"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit"\n"EE01";"10";"01.01.2026";"";"Algsaldo";"1000,00";"EUR";"K"\n"EE01";"20";"15.01.2026";"Rimi";"Kaart";"12,50";"EUR";"D"\n"EE01";"20";"16.01.2026";"Töö";"Palk";"500,00";"EUR";"K"\n"EE01";"82";"31.01.2026";"";"Käive";"12,50";"EUR";"D"\n"EE01";"82";"31.01.2026";"";"Käive";"500,00";"EUR";"K"\n"EE01";"86";"31.01.2026";"";"lõppsaldo";"1487,50";"EUR";"K"',
    ['2026-01-15 -12.5 Rimi eur EE01', '2026-01-16 500 Töö eur EE01'],
  ],
  'Lithuanian balances and turnovers among the rows': [
    '"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K"\n"LT01","10","2026-01-01","","Likutis pradžiai","1000.00","EUR","K"\n"LT01","20","2026-01-15","Maxima","x","13.44","EUR","D"\n"LT01","82","2026-01-31","","Apyvarta","13.44","EUR","D"\n"LT01","86","2026-01-31","","likutis pabaigai","986.56","EUR","K"',
    ['2026-01-15 -13.44 Maxima eur LT01'],
  ],
  'Latvian balances and turnovers among the rows': [
    '"Klienta konts";"Datums";"Saņēmējs/Maksātājs";"Informācija saņēmējam";"Summa";"Valūta";"Debets/Kredīts"\n"LV01";"01.01.2026";"";"Sākuma atlikums";"1000,00";"EUR";"K"\n"LV01";"15.01.2026";"Rimi";"Karte";"12,50";"EUR";"D"\n"LV01";"31.01.2026";"";"Apgrozījums";"12,50";"EUR";"D"\n"LV01";"31.01.2026";"";"Beigu atlikums";"987,50";"EUR";"K"',
    ['2026-01-15 -12.5 Rimi eur LV01'],
  ],
  'a shop that is named like a turnover': [
    'Date,Description,Amount\n2026-01-15,A,-12.50\n2026-01-16,Turnover,-40.00',
    ['2026-01-15 -12.5 A Statement', '2026-01-16 -40 Turnover Statement'],
  ],
  'rows that have only a fee': [
    'Account,Posting Date,Description,Money In,Money Out,Fee,Balance\n1234567890,2026-01-15,Shop,,-12.50,,987.50\n1234567890,2026-01-16,ATM,,-100.00,-10.00,877.50\n1234567890,2026-01-17,Monthly,,,-7.50,870.00',
    ['2026-01-15 -12.5 Shop 1234567890', '2026-01-16 -110 ATM 1234567890', '2026-01-17 -7.5 Monthly 1234567890'],
  ],
  ...Object.fromEntries(
    [
      'Art,Produkt,Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Gebühr,Währung,State,Kontostand',
      'Tipo,Producto,Fecha de inicio,Fecha de finalización,Descripción,Importe,Comisión,Divisa,State,Saldo',
      'Tipo,Prodotto,Data di inizio,Data di completamento,Descrizione,Importo,Costo,Valuta,State,Saldo',
      'Rodzaj,Produkt,Data rozpoczęcia,Data zrealizowania,Opis,Kwota,Opłata,Waluta,State,Saldo',
      'Type,Product,Startdatum,Datum voltooid,Beschrijving,Bedrag,Kosten,Valuta,Status,Saldo',
      'Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde',
      'Tipo,Produto,Data de início,Data de Conclusão,Descrição,Montante,Comissão,Moeda,Estado,Saldo',
      'Tip,Produs,Data începerii,Data finalizării,Descriere,Sumă,Comision,Monedă,State,Sold',
      'Typ,Produkt,Startdatum,Slutfört datum,Beskrivning,Belopp,Avgift,Valuta,State,Saldo',
      'Típus,Termék,Kezdés dátuma,Befejezés dátuma,Leírás,Összeg,Díj,Pénznem,State,Egyenleg',
    ].map((headings) => [
      `a fee beside the amount, under ${headings}`,
      [
        `${headings}\nX,Y,2026-01-15 10:00:00,2026-01-16 10:00:00,Shop,-12.50,1.00,EUR,COMPLETED,986.50`,
        ['2026-01-16 -13.5 Shop eur Statement'],
      ] as const,
    ]),
  ),
  'Norwegian columns of money in and out, and a row that is not booked': [
    'Utført dato;Bokført dato;Rentedato;Beskrivelse;Fra konto;Avsender;Til konto;Mottakernavn;Beløp inn;Beløp ut;Valuta;Status\n14.01.2026;;;Kafé;1;Ola;;;;-112.000;NOK;\n15.01.2026;15.01.2026;15.01.2026;Lønn;2;ACME;1;Ola;25000.000;;NOK;Utført\n16.01.2026;16.01.2026;;Kiwi;1;Ola;;;;-12.500;NOK;Utført',
    ['2026-01-15 25000 ACME nok Statement', '2026-01-16 -12.5 Kiwi nok Statement'],
  ],
  'statuses of Dutch, German and American banks': [
    'Uitvoeringsdatum;Bedrag;Valuta rekening;Rekeningnummer;Naam van de tegenpartij;Status\n15/01/2026;-12,50;EUR;BE01000000000001;Bakker;Geaccepteerd\n16/01/2026;-5,00;EUR;BE01000000000001;X;Geweigerd',
    ['2026-01-15 -12.5 Bakker eur BE01000000000001'],
  ],
  'a German card whose purchases were billed': [
    'Buchungsdatum;Betrag;Beschreibung;Typ;Status\n15.01.2026;-12,50 €;Laden;Debit;Berechnet\n16.01.2026;-3,00 €;X;Debit;Vorgemerkt',
    ['2026-01-15 -12.5 Laden eur Statement'],
  ],
  'South African rands': [
    'Value Date,Value Time,Type,Description,Amount\n2026-01-15,10:00,Purchase,Shop,-R 12.50\n2026-01-16,10:00,Deposit,ACME,R 1 000.00',
    ['2026-01-15 -12.5 Shop zar Statement', '2026-01-16 1000 ACME zar Statement'],
  ],
  'a dash for an empty cell beside signed amounts': [
    'Datum;Konto;Typ av transaktion;Antal;Belopp;Valuta\n2026-01-15;1234567;Insättning;-;1000,00;SEK\n2026-01-16;1234567;Köp;10;-500,00;SEK',
    ['2026-01-15 1000 Insättning sek 1234567', '2026-01-16 -500 Köp sek 1234567'],
  ],
  'a charge with a plus': [
    'ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (tip)\n1,2026-01-15T10:00:00,Payment,Complete,Pizza,Me,Anna,- $12.50,\n2,2026-01-16T10:00:00,Charge,Complete,Rent,Me,Ben,+ $20.00,',
    ['2026-01-15 -12.5 Pizza Statement', '2026-01-16 20 Rent Statement'],
  ],
  'Greek letters for debits and credits': [
    'Ημερομηνία;Αιτιολογία;Ποσό;Πρόσημο ποσού\n15/01/2026;Αγορά;12,50;Χ\n16/01/2026;Μισθός;1.000,00;Π',
    ['2026-01-15 -12.5 Αγορά Statement', '2026-01-16 1000 Μισθός Statement'],
  ],
  'a currency and a direction behind the amount': [
    'Date,Description,Amount\n2026-01-15,A,12.50 USD DR\n2026-01-16,B,CR 20.00 USD',
    ['2026-01-15 -12.5 A usd Statement', '2026-01-16 20 B usd Statement'],
  ],
  'the account owner beside the other party': [
    'Buchungstag;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;Währung;Umsatz; \n15.01.2026;ICH;Laden;EUR;12,50;S\n16.01.2026;ICH;Firma;EUR;1.000,00;H',
    ['2026-01-15 -12.5 Laden eur Statement', '2026-01-16 1000 Firma eur Statement'],
  ],
  'payers and recipients by name in Austria': [
    'Buchungsdatum;Betrag;Währung;Auftraggebername;Auftraggeber IBAN;Empfängername;Text\n15.01.2026;32,96;EUR;Firma;NL41;Ich;Gutschrift\n16.01.2026;-5,00;EUR;Ich;AT91;Laden;Zahlung',
    ['2026-01-15 32.96 Firma eur Statement', '2026-01-16 -5 Laden eur Statement'],
  ],
}

for (const [name, [file, rows]] of Object.entries(read))
  test(`a statement with ${name} is read`, async () => {
    const { records, notes } = await readFile(file)
    const evidence = createDateEvidence('2026-11-30')
    for (const { date, line } of records) evidence.add(date, line)
    const order = evidence.order('day first')
    const found = records.map(({ date, amount, payee, account: { currency, number, title } }) =>
      [dayIn(date, order), amount / 10_000, payee, currency, number ?? title].filter(Boolean).join(' '),
    )
    assert.deepEqual(found, rows, notes.join('\n'))
  })

/** Files with two readings, and the reason for their refusal. */
const refused: Readonly<Record<string, readonly [file: string, reason: RegExp]>> = {
  'refunds of a card as its only negative amounts': [
    'Date,Description,Card Member,Amount\n01/15/2026,SHOP,ME,12.50\n01/16/2026,BOOKS,ME,30.00\n01/17/2026,BOOKS REFUND,ME,-5.00',
    /its negative amounts are refunds, .* name the column Debit; if they were received, name it Credit/,
  ],
  'refunds of a card in German': [
    'Datum,Beschreibung,Betrag\n15/01/2026,REWE,"12,50"\n17/01/2026,LADEN GUTSCHRIFT,"-5,00"',
    /its negative amounts are refunds/,
  ],
  'refunds of a card in Portuguese': [
    'date,title,amount\n2026-01-05,Uber,25.40\n2026-01-07,"Estorno de ""Uber""",-25.40',
    /its negative amounts are refunds/,
  ],
  'purchases without a minus and income with one': [
    'Date,Original Date,Account Name,Name,Custom Name,Amount,Description,Category,Ignored From,Tax Deductible\n2026-01-15,2026-01-15,Card,Gas,,66.92,GAS,Auto,,\n2026-01-16,2026-01-16,Giro,Pay,,-2000.00,PAYROLL,Income,,',
    /purchases are positive in it/,
  ],
  'a column of currencies that is about other amounts': [
    'Datum;Specifikation;Valuta;Utl. belopp;Belopp\n2026-01-15;A;SEK;0;-112,50\n2026-01-17;B;EUR;10,00;-115,00',
    /"Valuta" seems to name the currencies of "Utl. belopp", and "Belopp" to be in one/,
  ],
  'a bill of a Swedish card': [
    'Datum;Specifikation;Belopp\n2026-01-15;A;112,50\n2026-01-20;BETALT BG DATUM 260120;-112,50',
    /payments of a card bill/,
  ],
  'payments beside another heading, of an account or of a card': [
    'Date,Description,Payments,Credits\n2026-01-15,A,12.50,\n2026-01-16,B,,1000.00',
    /"Payments" has an amount wherever "Credits" has none/,
  ],
  'one of two sides under an unknown heading': [
    'Date,Description,Spendings,Deposits,Balance\n2026-01-15,A,12.50,,987.50\n2026-01-16,B,,1000.00,1987.50',
    /"Spendings" has an amount wherever "Deposits" has none, .* Name it Debit/,
  ],
  'one of two sides under an unknown heading, with zeros': [
    'Datum;Text;Soll;Zufluss\n15.01.2026;A;12,50;0,00\n16.01.2026;B;0,00;1.000,00',
    /"Zufluss" .* Name it Credit/,
  ],
  'amounts in the currencies of purchases, beside what was paid': [
    'Fecha;Concepto;Importe;Divisa;Contravalor\n15/01/2026;A;-10,00;USD;-9,50\n16/01/2026;B;-10,00;EUR;-10,00',
    /several currencies, and the column "Contravalor" .* Name that column Amount, and rename "Importe"/,
  ],
}

for (const [name, [file, reason]] of Object.entries(refused))
  test(`a statement with ${name} is refused with the reason`, async () => {
    await assert.rejects(readFile(file), reason)
  })

test('a merchant whose column of sales and refunds is named Credit is read', async () => {
  const { amounts } = await readFile('Date,Description,Debit,Credit\n2026-01-15,A,,20.00\n2026-01-16,A REFUND,,-5.00')
  assert.deepEqual(amounts, [20, -5])
})

/** Files whose own dates are open, and the order that the rest of the file shows. */
const dated: Readonly<Record<string, readonly [file: string, order: string]>> = {
  'days of booking': [
    'Transaction Date,Post Date,Description,Amount\n02/03/2026,02/05/2026,A,-1.00\n02/04/2026,02/13/2026,B,-1.00',
    'month first',
  ],
  'days of value before the date': [
    'Valuta;Datum;Text;Betrag\n13/02/2026;03/02/2026;A;-1,00\n05/02/2026;04/02/2026;B;-1,00',
    'day first',
  ],
  'the period of the statement': [
    'Account 12\nPeriod: 02/01/2026 - 02/28/2026\n\nDate,Description,Amount\n02/03/2026,A,-1.00',
    'month first',
  ],
  'a period in two cells': ['From,01/02/2026\nTo,28/02/2026\nDate,Description,Amount\n03/02/2026,A,-1.00', 'day first'],
}
for (const [name, [file, order]] of Object.entries(dated))
  test(`the order of day and month is shown by ${name}`, async () => {
    const { records } = await readFile(file)
    const [likely] = ['day first', 'month first'].filter((other) => other !== order)
    const evidence = createDateEvidence('2026-11-30')
    for (const { date, line, otherDates = [] } of records) {
      evidence.add(date, line)
      for (const other of otherDates) evidence.addOther(other)
    }
    assert.equal(evidence.order(likely === 'day first' ? 'day first' : 'month first'), order)
  })

test('other dates never outweigh those of the transactions', () => {
  const evidence = createDateEvidence('2026-11-30')
  evidence.add({ text: '02/13/2026', days: { 'month first': '2026-02-13' } }, 2)
  for (const day of ['2026-02-13', '2026-02-14']) evidence.addOther({ text: day, days: { 'day first': day } })
  assert.equal(evidence.order('day first'), 'month first')
})
