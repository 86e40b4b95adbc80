// Guards the signs of imported amounts, wherever a bank writes them: a wrong sign is worse than a refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from './statement.fixture.ts'

/** Files by the convention of their bank, with the amounts that they state. */
const files: Readonly<Record<string, { file: string; amounts: number[] }>> = {
  'Af Bij of a Dutch bank': {
    file: '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)"\n"20260105","Bakkerij Jansen","NL01INGB0000000001","","BA","Af","12,50"\n"20260106","Salaris","NL01INGB0000000001","","OV","Bij","1.000,00"',
    amounts: [-12.5, 1000],
  },
  'a file of only expenses in Af Bij': {
    file: 'Datum;Naam;Af Bij;Bedrag (EUR)\n20260105;Bakker;Af;12,50',
    amounts: [-12.5],
  },
  'S and H behind the amount': {
    file: 'Buchungstag;Empfänger;Währung;Umsatz;S/H\n05.01.2026;Stromwerk;EUR;13,37;S\n06.01.2026;Lohn;EUR;2.000,00;H',
    amounts: [-13.37, 2000],
  },
  'S and H under a blank heading': {
    file: 'Buchungstag;Empfänger;Währung;Umsatz; \n05.01.2026;Stromwerk;EUR;13,37;S\n06.01.2026;Lohn;EUR;2.000,00;H',
    amounts: [-13.37, 2000],
  },
  'S and H in the cell': {
    file: 'Buchungstag;Empfänger;Umsatz\n05.01.2026;Strom;13,37 S\n06.01.2026;Lohn;5,00 H',
    amounts: [-13.37, 5],
  },
  'Debet and Credit of a Dutch bank': {
    file: 'Datum,Rekening,Bedrag,Debet/Credit,Naam\n05-01-2026,NL01TRIO0000000001,"45,00",Debet,Winkel\n06-01-2026,NL01TRIO0000000001,"10,00",Credit,Anna',
    amounts: [-45, 10],
  },
  'Debet and Credit under the heading Debet': {
    file: 'Datum,Bedrag,Debet,Naam\n05-01-2026,"45,00",Debet,Winkel\n06-01-2026,"10,00",Credit,Anna',
    amounts: [-45, 10],
  },
  'a transaction type of a budget application': {
    file: '"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name"\n"1/05/2026","Shop","SHOP 1","28.90","debit","Food","Checking"\n"1/06/2026","Pay","PAY","100.00","credit","Income","Checking"',
    amounts: [-28.9, 100],
  },
  'D and K of a Lithuanian bank': {
    file:
      'Data;Gavėjas;Suma;Valiuta;D/K\n'.replace('Gavėjas', 'Payee').replace('Suma', 'Amount') +
      '2026-01-05;Maxima;13,44;EUR;D\n2026-01-06;Alga;900,00;EUR;K',
    amounts: [-13.44, 900],
  },
  'DBIT and CRDT': {
    file: 'Date,Amount,Type,Description\n2026-01-05,45.00,DBIT,Shop\n2026-01-06,5.00,CRDT,Refund',
    amounts: [-45, 5],
  },
  'DEBIT alone': { file: 'Date,Description,Type,Amount\n2026-01-05,Shop,DEBIT,45.00', amounts: [-45] },
  'a type in words': {
    file: 'Account Number,Transaction Date,Transaction Amount,Transaction Type,Transaction Description,Balance\n1234,01/05/26,45.00,Debit,Shop,955.00\n1234,01/04/26,20.00,Credit,Anna,1000.00',
    amounts: [-45, 20],
  },
  'phrases as types': {
    file: 'Date,Type,Description,Amount\n2026-01-05,Direct Debit,Gas,45.00\n2026-01-06,ATM Withdrawal,Cash,20.00\n2026-01-07,Deposit,Pay,100.00',
    amounts: [-45, -20, 100],
  },
  'Dr and Cr of an Indian bank': {
    file: 'Txn Date,Description,Dr/Cr,Amount (INR),Balance (INR)\n05/01/2026,UPI,Dr,"1,23,456.50","5,00,000.00"\n06/01/2026,NEFT,Cr,"2,000.00","5,02,000.00"',
    amounts: [-123456.5, 2000],
  },
  'D and H of a Spanish bank': {
    file: 'Fecha;Concepto;Importe;Signo\n05/01/2026;Luz;45,10;D\n06/01/2026;Nomina;900,00;H',
    amounts: [-45.1, 900],
  },
  'dare and avere by letters': {
    file: 'Data;Descrizione;Importo;D/A\n05/01/2026;Luce;45,10;D\n06/01/2026;Stipendio;900,00;A',
    amounts: [-45.1, 900],
  },
  'plus and minus in a column': {
    file: 'Dato;Tekst;Beløb;+/-\n05-01-2026;Netto;45,10;-\n06-01-2026;Løn;900,00;+',
    amounts: [-45.1, 900],
  },
  'entrada and saida': {
    file: 'Data,Descrição,Valor,Tipo\n05/01/2026,Mercado,"45,10",Saída\n06/01/2026,Salário,"900,00",Entrada',
    amounts: [-45.1, 900],
  },
  'words of a Japanese bank': {
    file: '日付,摘要,金額,入出金\n2026/01/05,電気,4500,出金\n2026/01/06,給与,90000,入金',
    amounts: [-4500, 90000],
  },
  'words of a Czech bank': {
    file: 'Datum zaúčtování;Popis;Částka;Typ\n05.01.2026;Obchod;45,10;Výdaj\n06.01.2026;Mzda;900,00;Příjem',
    amounts: [-45.1, 900],
  },
  'words of a Hungarian bank': {
    file: 'Könyvelés dátuma;Leírás;Összeg;Irány\n2026.01.05.;Bolt;45,10;Terhelés\n2026.01.06.;Bér;900,00;Jóváírás',
    amounts: [-45.1, 900],
  },
  'words of a Finnish bank': {
    file: 'Päivä;Selitys;Summa;Laji\n05.01.2026;Kauppa;45,10;Otto\n06.01.2026;Palkka;900,00;Pano',
    amounts: [-45.1, 900],
  },
  'words of a Romanian bank': {
    file: 'Data;Descriere;Suma;Tip\n05.01.2026;Magazin;45,10;Ieșire\n06.01.2026;Salariu;900,00;Intrare',
    amounts: [-45.1, 900],
  },
  'Winien and Ma': {
    file: 'Data;Opis;Kwota;Strona\n2026-01-05;Sklep;45,10;WN\n2026-01-06;Praca;900,00;MA',
    amounts: [-45.1, 900],
  },
  'words of a Turkish bank': {
    file: 'Tarih;Açıklama;Tutar;Tür\n05.01.2026;Market;45,10;Borç\n06.01.2026;Maaş;900,00;Alacak',
    amounts: [-45.1, 900],
  },
  'words of a Russian bank': {
    file: 'Дата операции;Описание;Сумма;Тип\n05.01.2026;Магазин;45,10;Списание\n06.01.2026;Зарплата;900,00;Поступление',
    amounts: [-45.1, 900],
  },
  'words of a Chinese wallet': {
    file: '交易日期,交易对方,收/支,金额\n2026-01-05,超市,支出,45.10\n2026-01-06,公司,收入,900.00',
    amounts: [-45.1, 900],
  },
  'columns of a Korean bank': {
    file: '거래일,적요,출금액,입금액,잔액\n2026-01-05,마트,"45,100",0,"100,000"\n2026-01-06,급여,0,"900,000","1,000,000"',
    amounts: [-45_100, 900_000],
  },
  'words of a Norwegian bank': {
    file: 'Dato;Tekst;Beløp;Type\n05.01.2026;Kiwi;45,10;Utbetaling\n06.01.2026;Lønn;900,00;Innbetaling',
    amounts: [-45.1, 900],
  },
  'sent and received': {
    file: 'Date,Payee,Amount,Type\n2026-01-05,Anna,45.10,Sent\n2026-01-06,Ben,900.00,Received',
    amounts: [-45.1, 900],
  },
  'letters of branches beside signed amounts': {
    file: 'Date,Branch,Amount\n2026-01-05,A,-45.10\n2026-01-06,B,-5.00\n2026-01-07,A,900.00',
    amounts: [-45.1, -5, 900],
  },
  'payments of an account that are described in one word': {
    file: 'Date,Description,Amount\n2026-01-05,Payment,-45.10\n2026-01-06,Salary,900.00',
    amounts: [-45.1, 900],
  },
  'a commission by the balance': {
    file: 'Date,Description,Amount,Commission,Balance\n2026-01-05,A,-45.00,1.00,100.00\n2026-01-06,B,-9.00,1.00,90.00',
    amounts: [-46, -10],
  },
  'Soll and Haben': {
    file: 'Datum;Text;Betrag;Soll/Haben\n05.01.2026;Strom;45,10;Soll\n06.01.2026;Lohn;900,00;Haben',
    amounts: [-45.1, 900],
  },
  'signs and types that agree': {
    file: 'Date,Type,Description,Amount\n2026-01-05,Debit,Shop,-45.00\n2026-01-06,Credit,Pay,5.00',
    amounts: [-45, 5],
  },
  'a fee that was given back among types that say nothing': {
    file: 'Date,Payee,Type,Amount\n2026-01-05,Shop,Card,-45.00\n2026-01-06,Pay,Wire,5.00\n2026-01-07,Bank,Fee reversal,4.5',
    amounts: [-45, 5, 4.5],
  },
  'signs beside types that say nothing': {
    file: 'Date,Payee,Transaction type,Amount\n2026-01-05,Shop,Outgoing Transfer,-45.00\n2026-01-06,Pay,Income,5.00\n2026-01-07,Cafe,MasterCard Payment,-4.5',
    amounts: [-45, 5, -4.5],
  },
  'a card whose purchases are positive': {
    file: 'Date,Description,Type,Amount\n2026-01-05,Shop,Debit,45.00\n2026-01-06,Cafe,Debit,5.00\n2026-01-07,Thank you,Credit,-50.00',
    amounts: [-45, -5, 50],
  },
  'a refund among debits of a type column': {
    file: 'Date,Description,Type,Amount\n2026-01-05,Shop,Debit,45.00\n2026-01-06,Shop,Debit,5.00\n2026-01-06,Shop,Debit,6.00\n2026-01-06,Cafe,Debit,-10.00\n2026-01-07,Pay,Credit,50.00\n2026-01-07,Pay,Credit,50.00',
    amounts: [-45, -5, -6, 10, 50, 50],
  },
  'a card whose column is named Debit': {
    file: 'Date,Description,Debit\n05/01/2026,TESCO,12.50\n06/01/2026,PAYMENT RECEIVED - THANK YOU,-100.00',
    amounts: [-12.5, 100],
  },
  'a constant letter beside signed amounts': {
    file: 'Date,Description,Branch,Amount\n05/01/2026,TESCO,D,-12.50\n06/01/2026,Pay,D,100.00',
    amounts: [-12.5, 100],
  },
  'amounts without signs beside two columns': {
    file: 'Date,Payee,Amount,Debit,Credit\n2026-01-05,Shop,7.25,7.25,\n2026-01-06,Pay,900.50,,900.50',
    amounts: [-7.25, 900.5],
  },
  'short words within phrases': {
    file: 'Date,Type,Description,Amount\n2026-01-05,Purchase in store,A,45.00\n2026-01-06,Transfer in,B,20.00',
    amounts: [-45, 20],
  },
  'withdrawals and deposits by letters': {
    file: 'Date,Description,Type,Amount\n2026-01-05,A,W,45.00\n2026-01-06,B,D,20.00',
    amounts: [-45, 20],
  },
  'headings of two words in one': {
    file: 'BookingDate;Amount;CreditDebitIndicator;Name\n2026-01-05;45.00;DBIT;A',
    amounts: [-45],
  },
  'outflow and inflow': {
    file: 'Date,Payee,Outflow,Inflow\n2026-01-05,A,$45.00,$0.00\n2026-01-06,B,$0.00,$20.00',
    amounts: [-45, 20],
  },
  'unknown types beside a balance that confirms the signs': {
    file: 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2026-01-05 10:00:00,2026-01-05 10:00:00,Top,100.00,1.00,EUR,COMPLETED,99.00\nFEE,Current,2026-01-06 10:00:00,2026-01-06 10:00:00,Plan,0.00,3.99,EUR,COMPLETED,95.01',
    amounts: [99, -3.99],
  },
  'two columns, both positive': {
    file: 'Date,Payee,Debit,Credit\n2026-01-05,Shop,7.25,\n2026-01-06,Pay,,900.50',
    amounts: [-7.25, 900.5],
  },
  'two columns, debits with a minus': {
    file: 'Date,Payee,Debit,Credit\n2026-01-05,Shop,-7.25,0.00\n2026-01-06,Pay,0.00,900.50',
    amounts: [-7.25, 900.5],
  },
  'a refund in the column of debits': {
    file: 'Date,Payee,Debit,Credit\n2026-01-05,Shop,45.00,\n2026-01-06,Shop,-10.00,',
    amounts: [-45, 10],
  },
  'a reversal in the column of credits': {
    file: 'Date,Payee,Debit,Credit\n2026-01-05,Pay,,45.00\n2026-01-06,Pay,,-10.00',
    amounts: [45, -10],
  },
  'a refund in Belastung': {
    file: 'Datum;Buchungstext;Belastung;Gutschrift;Saldo\n05.01.2026;Bäcker;45.20;;1200.15\n06.01.2026;Bäcker;-5.20;;1205.35',
    amounts: [-45.2, 5.2],
  },
  'withdrawals and deposits of a Japanese bank': {
    file: '日付,摘要,お支払金額,お預り金額,差引残高\n2026年1月5日,電気,"4,500",,"100,000"\n2026年1月6日,給与,,"90,000","190,000"',
    amounts: [-4500, 90000],
  },
  'a fee beside the amount': {
    file: 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nATM,Current,2026-01-05 10:00:00,2026-01-05 10:00:00,Cash,-50.00,2.00,EUR,COMPLETED,948.00\nCARD,Current,2026-01-06 10:00:00,2026-01-06 10:00:00,Shop,-8.00,0.00,EUR,COMPLETED,940.00',
    amounts: [-52, -8],
  },
  'a fee of another bank, by its balance': {
    file: 'Date,Description,Amount,Fee,Balance\n2026-01-05,Pay,100.00,0.00,1000.00\n2026-01-06,Cash,-50.00,2.00,948.00',
    amounts: [100, -52],
  },
  'a fee that the amount includes, by the balance': {
    file: 'Date,Description,Amount,Fee,Balance\n2026-01-05,Pay,100.00,0.00,1000.00\n2026-01-06,Cash,-50.00,2.00,950.00',
    amounts: [100, -50],
  },
  'gross, fee and net': { file: 'Date,Name,Gross,Fee,Net\n05/01/2026,Anna,20.00,-0.65,19.35', amounts: [19.35] },
}

for (const [title, { file, amounts }] of Object.entries(files))
  test(`signs are right: ${title}`, async () => {
    const read = await readFile(file)
    assert.deepEqual(read.amounts, amounts, JSON.stringify([read.notes, read.items]))
  })

/** Files without a minus in which something else says that all money was received. */
const received: Readonly<Record<string, string>> = {
  'a plus before each amount': 'Date,Payee,Amount\n2026-01-05,Pay,+45.00\n2026-01-06,Pay,+5.00',
  'a word behind each amount': 'Date,Payee,Amount\n2026-01-05,Pay,45.00 CR\n2026-01-06,Pay,5.00 CR',
  'a column of credits': 'Date,Payee,Credit\n2026-01-05,Pay,45.00\n2026-01-06,Pay,5.00',
  'an empty column of debits': 'Datum;Text;Soll;Haben\n05.01.2026;Lohn;;45,00\n06.01.2026;Lohn;;5,00',
  'the same amounts in a column of credits':
    'Date,Payee,Amount,Debit,Credit\n2026-01-05,Pay,45.00,,45.00\n2026-01-06,Pay,5.00,,5.00',
  'a constant direction': 'Datum;Text;Betrag;S/H\n05.01.2026;Lohn;45,00;H\n06.01.2026;Lohn;5,00;H',
  'a balance that rises': 'Date,Payee,Amount,Balance\n2026-01-05,Pay,45.00,45.00\n2026-01-06,Pay,5.00,50.00',
  'a balance that rises, newest first':
    'Date,Payee,Amount,Balance\n2026-01-06,Pay,45.00,95.00\n2026-01-05,Pay,5.00,50.00',
  'signed fees beside net amounts':
    'Date,Name,Gross,Fee,Net\n05/01/2026,Anna,46.00,-1.00,45.00\n06/01/2026,Anna,5.00,0.00,5.00',
}

for (const [title, file] of Object.entries(received))
  test(`amounts without a minus are received money where the file shows it: ${title}`, async () => {
    assert.deepEqual((await readFile(file)).amounts, [45, 5])
  })

/** Files whose amounts have two readings, and what the refusal names. */
const refused: Readonly<Record<string, { file: string; reason: RegExp }>> = {
  'a type without a known direction': {
    file: 'Date,Type,Description,Amount\n2026-01-05,Payment,Gas,45.00\n2026-01-06,Deposit,Pay,20.00',
    reason: /"Payment" in the column "Type" does not say/,
  },
  'a card whose payments are negative and whose purchases are positive': {
    file: 'Date,Description,Amount\n05/01/2026,TESCO,12.50\n06/01/2026,PAYMENT RECEIVED - THANK YOU,-100.00',
    reason: /name the column Debit/,
  },
  'amounts without signs whose balance falls': {
    file: 'Date,Description,Amount,Balance\n2026-01-05,Shop,45.00,955.00\n2026-01-06,Shop,20.00,935.00',
    reason: /read as 20, but the column "Balance" changes by -20/,
  },
  ...Object.fromEntries(
    [
      ...[
        'PRELEVEMENT AUTOMATIQUE ENREGISTRE-MERCI',
        'ZAHLUNG/ÜBERWEISUNG ERHALTEN BESTEN DANK',
        'BETALING MOTTATT TAKK',
      ],
      ...['HARTELIJK BEDANKT VOOR UW BETALING', 'ADDEBITO IN C/C SALVO BUON FINE', 'PAGO POR DOMICILIACION GRACIAS'],
      ...['BETALNING MOTTAGEN, TACK', 'MAKSU VASTAANOTETTU KIITOS'],
    ].map((text) => [
      `a card whose bill was paid as ${text}`,
      {
        file: `Date;Description;Amount\n15/01/2026;SHOP;12,50\n16/01/2026;${text};-100,00`,
        reason: /name the column Debit/,
      },
    ]),
  ),
  'a card whose payments are only called payment': {
    file: 'Date,Description,Amount\n05/01/2026,TESCO,12.50\n05/01/2026,CAFE,3.00\n06/01/2026,Payment,-15.50',
    reason: /name the column Debit/,
  },
  'a card whose types call the positive amounts purchases': {
    file: 'Transaction Date,Description,Type,Amount (USD)\n01/15/2026,STORE,Purchase,45.00\n01/16/2026,CAFE,Purchase,3.00\n01/17/2026,ACH DEPOSIT,Payment,-100.00',
    reason: /line 2: .*"Purchase" in the column "Type" says that it was spent. Swap/,
  },
  'a card whose types call the positive amounts charges in German': {
    file: 'Datum;Text;Buchungsart;Betrag\n05.01.2026;Laden;Belastung;45,00\n06.01.2026;Bank;Ausgleich;-45,00',
    reason: /"Belastung" in the column "Buchungsart" says/,
  },
  'a constant letter beside amounts without signs': {
    file: 'Date,Description,Branch,Amount\n05/01/2026,TESCO,D,12.50\n06/01/2026,Pay,D,100.00',
    reason: /have no signs/,
  },
  'amounts without signs and nothing beside them': {
    file: 'Date,Description,Amount\n2026-01-05,Shop,45.00\n2026-01-06,Pay,5.00',
    reason:
      /the column "Amount" have no signs.*Give amounts that were spent a minus, or write debit or credit .* name the column Debit/,
  },
  'an amount without a sign in another language': {
    file: 'Buchungstag;Empfänger;Betrag\n05.01.2026;Bäcker;45,00\n06.01.2026;Lohn;5,00',
    reason: /the column "Betrag" have no signs/,
  },
  'amounts without signs beside a balance that says nothing': {
    file: 'Date,Description,Amount,Balance\n2026-01-05,Shop,45.00,955.00',
    reason: /have no signs/,
  },
  'amounts without signs of which one may have left by the balance': {
    file: 'Date,Payee,Amount,Balance\n2026-01-05,A,45.00,100\n2026-01-06,B,5.00,105\n2026-01-07,C,5.00,100',
    reason: /have no signs/,
  },
  'some amounts with a plus and none with a minus': {
    file: 'Date,Description,Amount\n2026-01-05,Shop,45.00\n2026-01-06,Pay,+5.00',
    reason: /have no signs/,
  },
  'amounts without signs beside fees': {
    file: 'Date,Name,Gross,Fee,Net\n05/01/2026,Anna,46.00,1.00,45.00',
    reason: /the column "Net" have no signs/,
  },
  'directions that the balance contradicts': {
    file: 'Date,Description,Type,Amount,Balance\n2026-01-04,Shop,Debit,5.00,1000.00\n2026-01-05,Shop,Debit,45.00,1045.00\n2026-01-06,Pay,Credit,20.00,1025.00',
    reason: /-?45 or -?45|read as -45, but/,
  },
  'a fee without a balance': {
    file: 'Date,Description,Amount,Fee\n2026-01-05,Cash,-50.00,2.00',
    reason: /-52 or -50: no balance shows whether the column "Fee"/,
  },
  'directions and signs that contradict each other': {
    file: 'Date,Description,Type,Amount\n2026-01-05,Shop,Debit,-45.00\n2026-01-06,Pay,Credit,-20.00\n2026-01-07,Pay,Debit,20.00\n2026-01-07,Pay,Credit,20.00',
    reason: /contradict each other/,
  },
}

for (const [title, { file, reason }] of Object.entries(refused))
  test(`a file with two readings of its signs is refused: ${title}`, () => assert.rejects(readFile(file), reason))

test('the notes say where signs come from', async () => {
  const { notes } = await readFile(files['D and K of a Lithuanian bank']?.file ?? '')
  assert.ok(notes.includes('Signs are taken from the column "D/K": "D" is spent, "K" is received.'), notes.join('\n'))
  const income = await readFile('Date,Payee,Amount,Balance\n2026-01-05,Pay,45.00,45.00\n2026-01-06,Pay,5.00,50.00')
  assert.ok(income.notes.includes('No amount has a sign: by the balances, all are received money.'))
})
