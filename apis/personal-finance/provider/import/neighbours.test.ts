// Guards kinds of statements found by trying files of banks that nobody had named: statuses, balances among the rows,
// currencies, several statements in one file, own accounts, signs of credits, notations, dates and encodings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDateEvidence } from './date-order.ts'
import { dayIn } from './dates.ts'
import { readFile } from './statement.fixture.ts'

const books =
  'Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.,Reconcile,Reconcile Date,Rate/Price'

/** Files, and their days, amounts, payees and currencies. */
const read: Readonly<Record<string, { file: string | Buffer; rows: string[]; account?: string }>> = {
  'a refused payment in French': {
    file: "Nº de séquence;Date d'exécution;Date valeur;Montant;Devise du compte;Numéro de compte;Nom de la contrepartie;Statut\n2;06/01/2026;06/01/2026;-1 234,50;EUR;BE01000000000001;PROPRIO;Accepté\n;07/01/2026;07/01/2026;-5,00;EUR;BE01000000000001;X;Refusé",
    rows: ['2026-01-06 -1234.5 PROPRIO eur'],
    account: 'BE01000000000001',
  },
  'a pending row under the heading Info': {
    file: 'Auftragskonto;Buchungstag;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung;Info\nDE02500105170000000001;07.01.26;Bäcker;-5,00;EUR;Umsatz vorgemerkt\nDE02500105170000000001;05.01.26;Stadt;-45,00;EUR;Umsatz gebucht',
    rows: ['2026-01-05 -45 Stadt eur'],
  },
  'a deleted row in Danish': {
    file: '"Dato";"Tekst";"Beløb";"Saldo";"Status"\n"05.01.2026";"Føtex";"-12,50";"987,50";"Udført"\n"07.01.2026";"x";"-1,00";"986,50";"Slettet"',
    rows: ['2026-01-05 -12.5 Føtex'],
  },
  'rows that are not accounted for in Italian': {
    file: 'Data;Operazione;Contabilizzazione;Valuta;Importo\n05/01/2026;Coop;CONTABILIZZATO;EUR;-12,50\n06/01/2026;Bar;NON CONTABILIZZATO;EUR;-3,00',
    rows: ['2026-01-05 -12.5 Coop eur'],
  },
  'a failed payment in Russian': {
    file: 'Дата операции;Статус;Сумма операции;Валюта операции;Сумма платежа;Валюта платежа;Описание\n05.01.2026 10:00:00;OK;-10,00;USD;-1012,50;RUB;Магнит\n07.01.2026 10:00:00;FAILED;-5,00;RUB;-5,00;RUB;X',
    rows: ['2026-01-05 -1012.5 Магнит rub'],
  },
  'a closed order in Chinese': {
    file: '交易时间,交易对方,收/支,金额,交易状态\n2026-01-05 10:00:00,饭店,支出,12.50,交易成功\n2026-01-06 10:00:00,Anna,收入,20.00,交易成功\n2026-01-07 10:00:00,y,支出,5.00,交易关闭',
    rows: ['2026-01-05 -12.5 饭店', '2026-01-06 20 Anna'],
  },
  'a status that is not known, beside others that are': {
    file: 'Date,Payee,Amount,Status\n2026-01-05,A,-1.00,Completed\n2026-01-06,B,-2.00,Zzz',
    rows: ['2026-01-05 -1 A'],
  },
  'a column of statuses without any known value': {
    file: 'Date,Payee,Amount,Status\n2026-01-05,A,-1.00,R\n2026-01-06,B,-2.00,X',
    rows: ['2026-01-05 -1 A', '2026-01-06 -2 B'],
  },
  'states of America, reconciled rows and a shop named like a balance': {
    file: 'Date,Payee,Amount,State,Status\n2026-01-05,New Balance,-1.00,OK,Reconciled\n2026-01-06,B,-2.00,CA,Unreconciled',
    rows: ['2026-01-05 -1 New Balance', '2026-01-06 -2 B'],
  },
  'balances in the column of amounts': {
    file: '"Data","Histórico","Valor"\n"02/01/2026","Saldo Anterior","1000.00"\n"05/01/2026","Compra","-45.10"\n"31/01/2026","S A L D O","954.90"',
    rows: ['2026-01-05 -45.1 Compra'],
  },
  'a balance brought forward as a credit': {
    file: 'Date,Particulars,Debit,Credit,Balance\n01/01/2026,BALANCE BROUGHT FORWARD,,1000.00,1000.00\n15/01/2026,A,12.50,,987.50',
    rows: ['2026-01-15 -12.5 A'],
  },
  'a sum, but not a shop of that name': {
    file: 'Date,Description,Amount\n2026-01-05,A,-12.50\n2026-01-06,Total,-40.00\n2026-01-31,Total,-52.50',
    rows: ['2026-01-05 -12.5 A', '2026-01-06 -40 Total'],
  },
  'the currency in the heading': {
    file: 'Date,Counter Party,Amount (GBP)\n2026-01-15,Tesco,-12.00',
    rows: ['2026-01-15 -12 Tesco gbp'],
  },
  'currencies beside the amounts': {
    file: 'Date,Description,Amount\n2026-01-15,A,-12.00 EUR\n2026-01-16,B,US$-10.00\n2026-01-17,C,"-1,00 kr"'.replace(
      '1,00',
      '1.00',
    ),
    rows: ['2026-01-15 -12 A eur', '2026-01-16 -10 B usd', '2026-01-17 -1 C'],
  },
  'the currency above the headings': {
    file: 'Konto:;="CH01"\nWährung:;="CHF"\n\nDatum;Avisierungstext;Gutschrift;Lastschrift\n05.01.2026;Migros;;-45.2',
    rows: ['2026-01-05 -45.2 Migros chf'],
  },
  'an amount that contradicts its currency': {
    file: 'Date,Description,Amount,Currency\n2026-01-15,A,-12.00 USD,EUR\n2026-01-16,B,-10.00 EUR,EUR',
    rows: ['2026-01-16 -10 B eur'],
  },
  "payees' accounts behind the purpose": {
    file: 'Buchungstag;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;Betrag;Soll;Haben;Währung\n05.01.2026;Stadt;Strom;DE99500105170000000001;-1.234,5;-1.234,5;;EUR\n06.01.2026;Werk;x;DE98500105170000000001;2.000;;2.000;EUR',
    rows: ['2026-01-05 -1234.5 Stadt eur', '2026-01-06 2000 Werk eur'],
    account: 'Statement',
  },
  'the same headings on each page': {
    file: 'Date,Description,Amount\n2026-01-05,A,-12.50\nDate,Description,Amount\n2026-01-06,B,-3.00',
    rows: ['2026-01-05 -12.5 A', '2026-01-06 -3 B'],
  },
  'credits with a minus where the balance decides': {
    file: 'Date,Description,Debit,Credit,Balance\n2026-01-05,A,12.50,,987.50\n2026-01-06,B,,-100.00,1087.50',
    rows: ['2026-01-05 -12.5 A', '2026-01-06 100 B'],
  },
  'pounds in Windows-1252': {
    file: Buffer.from(
      '"Date","Description","Paid out","Paid in"\n"05 Jan 2026","A","£1,012.50",""\n"04 Jan 2026","B","","£20.00"',
      'latin1',
    ),
    rows: ['2026-01-05 -1012.5 A gbp', '2026-01-04 20 B gbp'],
  },
  'dashes and words for no amount': {
    file: 'Date,Description,Debit,Credit\n2026-01-05,A,12.50,-\n2026-01-06,B,--,3.00\n2026-01-07,C,N/A,4.00',
    rows: ['2026-01-05 -12.5 A', '2026-01-06 3 B', '2026-01-07 4 C'],
  },
  'triangles for a minus': {
    file: '日付,内容,金額\n2026/1/5,A,"▲4,500"\n2026/1/6,B,"△500"\n2026/1/7,C,"200,000"',
    rows: ['2026-01-05 -4500 A', '2026-01-06 -500 B', '2026-01-07 200000 C'],
  },
  'cells as spreadsheets protect them, and marks of direction': {
    file: 'Date,Description,Amount\n2026-01-05,A,="-12.50"\n2026-01-06,B,\'3.00\n2026-01-07,C,\u200e-1.00',
    rows: ['2026-01-05 -12.5 A', '2026-01-06 3 B', '2026-01-07 -1 C'],
  },
  'other apostrophes between thousands': {
    file: 'Datum;Text;Betrag\n05.01.2026;A;-1`234.50\n06.01.2026;B;1´000.00',
    rows: ['2026-01-05 -1234.5 A', '2026-01-06 1000 B'],
  },
  'months of further languages': {
    file: 'Data;Detalii tranzactie;Suma\n05 ianuarie 2026;A;-1,50\n16 Şub 2026;B;-1,50\n5 марта 2026;C;-1,50\n5. huhtikuuta 2026;D;-1,50\n5. juuni 2026;E;-1,50\n2026 m. liepos 5 d.;F;-1,50',
    rows: [
      '2026-01-05 -1.5 A',
      '2026-02-16 -1.5 B',
      '2026-03-05 -1.5 C',
      '2026-04-05 -1.5 D',
      '2026-06-05 -1.5 E',
      '2026-07-05 -1.5 F',
    ],
  },
  'times with the names of zones, and short headings': {
    file: 'Datetime,Payee,In,Out\n2026-01-05 10:00:00 EST,A,,-1.50\n2026-02-05 10:00:00 CEST,B,2.00,\n"5 Oct 2026, 10:00 BST",C,,-1.00',
    rows: ['2026-01-05 -1.5 A', '2026-02-05 2 B', '2026-10-05 -1 C'],
  },
  'a tip beside the total': {
    file: 'Datetime,Type,Note,Amount (tip),Amount (total)\n2026-01-05T10:00:00,Payment,Pizza,$1.00,- $12.50',
    rows: ['2026-01-05 -12.5 Pizza'],
  },
  'Finnish columns of accounts beside those of names': {
    file: 'Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Saldo;Valuutta\n2026/01/05;-12,50;FI2112345600000785;;;K-MARKET;987,50;EUR\n2026/01/06;1000,00;;FI2112345600000785;;ANNA;1987,50;EUR',
    rows: ['2026-01-05 -12.5 K-MARKET eur', '2026-01-06 1000 ANNA eur'],
  },
  'times of a zone in the headings, and totals': {
    file: 'Status,Settlement date (UTC),Operation date (UTC),Counterparty name,Total amount (incl. VAT),Currency\nexecuted,15/01/2026 10:00,14/01/2026 10:00,Shop,"-12,50",EUR\ndeclined,16/01/2026 10:00,,X,"-1,00",EUR',
    rows: ['2026-01-15 -12.5 Shop eur'],
  },
  'dates that are posted or run, with amounts in their own words': {
    file: 'First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description\n500766,DEBIT,20260115,-12.50,SHOP\n500766,CREDIT,20260116,1000.00,PAY',
    rows: ['2026-01-15 -12.5 SHOP', '2026-01-16 1000 PAY'],
  },
  'a Latin letter in a Ukrainian heading': {
    file: '"Дата i час операції","Деталі операції","Сума в валюті картки (UAH)"\n"15.01.2026 10:00:00","Сільпо",-112.5',
    rows: ['2026-01-15 -112.5 Сільпо uah'],
  },
  'Japanese eras': {
    file: '年月日,お引出し,お預入れ,お取り扱い内容\nR8.1.5,4500,,A\n令和8年1月6日,,200000,B',
    rows: ['2026-01-05 -4500 A', '2026-01-06 200000 B'],
  },
  'Korean dates and won': {
    file: '거래일,적요,출금,입금\n2026년 1월 5일,A,"12,500",\n2026.02.16,B,,"3,000"',
    rows: ['2026-01-05 -12500 A', '2026-02-16 3000 B'],
  },
  'days and months before the year without marks': {
    file: 'Datum;Text;Betrag\n05012026;A;-12,50\n16012026;B;3,00',
    rows: ['2026-01-05 -12.5 A', '2026-01-16 3 B'],
  },
  'a row that only an unknown column describes': {
    file: 'Date;Montant;Nature\n05/01/2026;-12,50;Loyer',
    rows: ['2026-01-05 -12.5 Loyer'],
  },
  'MT940 with cents only, and a name that looks like a tag': {
    file: ':20:X\n:25:NL01INGB0000000001\n:60F:C260101EUR1,00\n:61:2601050105D,50NTRFEREF\n/TRCD/00100/\n:86:/EREF/E1//CNTP/NL02/INGBNL2A/ANNA///REMI/USTD//huur/\n:62F:C260105EUR,50',
    rows: ['2026-01-05 -0.5 ANNA eur'],
  },
  'OFX with a transaction that a later one corrects': {
    file: 'OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>42</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-10.00<FITID>a<NAME>A</STMTTRN><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-11.00<FITID>b<CORRECTFITID>a<CORRECTACTION>REPLACE<NAME>A</STMTTRN><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260106<TRNAMT>-3.00<FITID>c<NAME>C</STMTTRN><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260106<TRNAMT>-3.00<FITID>d<CORRECTFITID>c<CORRECTACTION>DELETE<NAME>C</STMTTRN><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260106<TRNAMT>-4.00<FITID>e<CORRECTFITID>z<CORRECTACTION>REPLACE<NAME>E</STMTTRN></BANKTRANLIST></STMTRS></OFX>',
    rows: ['2026-01-05 -11 A usd'],
  },
  'OFX in which an investment account follows a bank account': {
    file: 'OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>42</BANKACCTFROM><BANKTRANLIST></BANKTRANLIST></STMTRS><INVSTMTRS><CURDEF>EUR<INVACCTFROM><ACCTID>77</INVACCTFROM><INVTRANLIST><INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260105<TRNAMT>10.00<FITID>a<NAME>A</STMTTRN></INVBANKTRAN></INVTRANLIST></INVSTMTRS></OFX>',
    rows: ['2026-01-05 10 A eur'],
    account: '77',
  },
  'fees between gross and net, under a charge that was received': {
    file: 'id,Type,Amount,Fee,Net,Currency,Created (UTC),Description\n1,charge,20.00,0.88,19.12,eur,2026-01-05 10:00,A\n2,refund,-5.00,0.00,-5.00,eur,2026-01-06 09:00,B',
    rows: ['2026-01-05 19.12 A eur', '2026-01-06 -5 B eur'],
  },
  'a column of amounts for each currency': {
    file: '"Account Number","Transaction Date","Description 1","CAD$","USD$"\n1234,1/5/2026,"A",-5.25,,\n1234,1/16/2026,"B",0.00,-15.00,',
    rows: ['2026-01-05 -5.25 A cad', '2026-01-16 -15 B usd'],
  },
  'double-entry books whose further entries have no date': {
    file: `${books}\n2026-01-20,aa,,Gas,,CURRENCY::EUR,,,,Expenses:Gas,Gas,€10.00,10.00,n,,1.00\n,,,,,,,,,Assets:Bank,Bank,-€10.00,-10.00,n,,1.00\n2026-01-21,ab,,Void,,CURRENCY::EUR,Wrong,,,Assets:Bank,Bank,-€3.00,-3.00,v,,1.00\n2026-01-22,ac,,Swap,,CURRENCY::EUR,,,,Assets:Dollars,Dollars,$11.00,11.00,n,,0.91\n,,,,,,,,,Assets:Bank,Bank,-€10.00,-10.00,n,,1.00`,
    rows: ['2026-01-20 -10 Gas eur', '2026-01-22 -10 Swap eur'],
    account: 'Assets:Bank',
  },
  'double-entry books with a commodity': {
    file: '"txnidx","date","description","account","amount","commodity"\n"1","2026-01-05","Shop","expenses:food","12.50","$"\n"1","2026-01-05","Shop","assets:bank","-12.50","$"',
    rows: ['2026-01-05 -12.5 Shop'],
  },
  'days as spreadsheets count them': {
    file: 'Date,Description,Amount\n46037,A,-1.00\n46038.5,B,-1.00',
    rows: ['2026-01-15 -1 A', '2026-01-16 -1 B'],
  },
  'the day on which an entry counts beside its date': {
    file: 'Posted Transactions Date,Description,Amount\n01/15/2026 as of 01/14/2026,A,-12.500000000000',
    rows: ['2026-01-15 -12.5 A'],
  },
  'months of Thai, Hebrew, Arabic and Serbian, and digits of Arabic': {
    file: 'Date;Description;Amount\n5 มี.ค. 2569;A;-1.5\n5 ม.ค. 69;B;-1.5\n5 בינואר 2026;C;-1.5\n٥ اغسطس ٢٠٢٦;D;-١٫٥\n5. јун 2026.;E;-1.5',
    rows: ['2026-03-05 -1.5 A', '2026-01-05 -1.5 B', '2026-01-05 -1.5 C', '2026-08-05 -1.5 D', '2026-06-05 -1.5 E'],
  },
  'the same amounts twice in other notations': {
    file: 'Datum;Text;Betrag;Betrag (EUR)\n15.01.2026;A;-12,5;-12,50 €\n16.01.2026;B;-1.000,00;-1000\n17.01.2026;C;;0,00',
    rows: ['2026-01-15 -12.5 A eur', '2026-01-16 -1000 B eur', '2026-01-17 0 C eur'],
  },
  'months of Croatian, of which Polish has one': {
    file: 'Datum;Opis;Iznos\n5. siječnja 2026.;A;-1,50\n6. listopada 2026.;B;-1,50\n7 listopada 2026;C;-1,50\n8. listopadu 2026;D;-1,50',
    rows: ['2026-01-05 -1.5 A', '2026-10-06 -1.5 B', '2026-11-07 -1.5 C', '2026-11-08 -1.5 D'],
  },
  'columns of payers and recipients, beside what was bought': {
    file: 'Datum;Zahlungspflichtige*r;Beschreibung;Zahlungsempfänger*in;Betrag\n15.01.2026;Firma;Lohn;Ich;2.000,50\n16.01.2026;Ich;Brot;Laden;-20',
    rows: ['2026-01-15 2000.5 Firma', '2026-01-16 -20 Laden'],
  },
  'trades beside the cash of an OFX investment account': {
    file: 'OFXHEADER:100\n\n<OFX><INVSTMTRS><CURDEF>USD<INVACCTFROM><ACCTID>77</INVACCTFROM><INVTRANLIST><BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20260115</INVTRAN><TOTAL>-400.00</INVBUY></BUYSTOCK><INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260110<TRNAMT>500.00<FITID>2<NAME>A</STMTTRN></INVBANKTRAN></INVTRANLIST></INVSTMTRS></OFX>',
    rows: ['2026-01-10 500 A usd'],
  },
  'a notification of CAMT.054': {
    file: '<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Acct><Id><IBAN>CH01</IBAN></Id><Ccy>CHF</Ccy></Acct><Ntry><Amt Ccy="CHF">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><AddtlNtryInf>A</AddtlNtryInf></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>',
    rows: ['2026-01-05 -5 A chf'],
  },
  'CAMT with payments of a batch in another currency, and an unknown status': {
    file: '<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE01</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><NtryDtls><TxDtls><Amt Ccy="USD">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls><TxDtls><Amt Ccy="USD">20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls></NtryDtls><AddtlNtryInf>A</AddtlNtryInf></Ntry><Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Prtry>X</Prtry></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>',
    rows: ['2026-01-05 -30 A eur'],
  },
}

for (const [name, { file, rows, account }] of Object.entries(read))
  test(`a statement with ${name} is read`, async () => {
    const { records, notes } = await readFile(file)
    const evidence = createDateEvidence('2026-11-29')
    for (const { date, line } of records) evidence.add(date, line)
    const order = evidence.order('day first')
    const found = records.map(({ date, amount, payee, account: { currency } }) =>
      [dayIn(date, order), amount / 10_000, payee, currency ?? ''].join(' ').trim(),
    )
    assert.deepEqual(found, rows, notes.join('\n'))
    const accounts = new Set(records.map(({ account: { number, title } }) => number ?? title))
    if (account !== undefined) assert.deepEqual([...accounts], [account])
  })

/** Files with two readings, and the reason for their refusal. */
const refused: Readonly<Record<string, readonly [string, RegExp]>> = {
  'two statements': [
    '"Umsätze Giro"\nBuchungstag;Buchungstext;Umsatz in EUR\n05.01.2026;A;-45,00\nAlter Kontostand;1,00 EUR\n"Umsätze Tagesgeld"\nBuchungstag;Buchungstext;Umsatz in EUR\n06.01.2026;Zinsen;5,00',
    /line 6 has headings again .* several statements/,
  ],
  'other headings further down': [
    'Date,Description,Amount\n2026-01-05,A,-12.50\nDate,Amount,Description\n2026-01-06,-3.00,7',
    /line 3 has headings again/,
  ],
  'two amounts in a row under one heading': [
    'Date,Description,Amount (EUR),Amount (USD)\n2026-01-05,A,-12.50,-14.00',
    /line 2 has two amounts, "-12.50" under "Amount \(EUR\)" and "-14.00" under "Amount \(USD\)"/,
  ],
  'dates of which a spreadsheet has changed some': [
    'Date,Description,Amount\n46031,A,-12.50\n13/01/2026,B,-3.00',
    /line 2 has a date as a number of days, but line 3 has not/,
  ],
  'double-entry books whose account is of an unknown kind': [
    `${books}\n2026-01-20,aa,,Gas,,CURRENCY::EUR,,,,Expenses:Gas,Gas,€10.00,10.00,n,,1.00\n,,,,,,,,,Giro:Bank,Bank,-€10.00,-10.00,n,,1.00`,
    /line 3: the account "Giro:Bank" begins with a name of unknown kind/,
  ],
  'a fee taken off amounts without any sign': [
    'id,Type,Amount,Fee,Net,Created (UTC)\n1,charge,20.00,0.88,19.12,2026-01-05 10:00',
    /no amount has a sign, and "charge" in the column "Type"/,
  ],
  'credits that are all negative, and no balance': [
    'Date,Description,Debit,Credit\n2026-01-05,A,12.50,\n2026-01-06,PAYMENT,,-100.00',
    /line 3 is -100 or 100: no balance shows whether a minus in the column "Credit" is a reversal/,
  ],
}

for (const [name, [file, reason]] of Object.entries(refused))
  test(`a statement with ${name} is refused with the reason`, async () => {
    await assert.rejects(readFile(file), reason)
  })
