// Statements with the column names of real banks are read, and a file without known ones says which are known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { readFile } from './statement.fixture.ts'

/** Headings of a bank, with a row of 12.50 spent at Café Möwe on 2 November 2026. */
const banks: Readonly<Record<string, string>> = {
  'a German direct bank':
    'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Betrag (€)\n02.11.26;02.11.26;Gebucht;Ich;Café Möwe;Karte;-12,50',
  'a German savings bank':
    'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung\n1;02.11.2026;02.11.2026;KARTE;x;Café Möwe;-12,50;EUR',
  'a German broker': 'Buchungstag;Umsatz in EUR;Beschreibung\n02.11.2026;-12,50;Café Möwe',
  'a Dutch-owned bank in Germany':
    'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Betrag\n02.11.2026;02.11.2026;Café Möwe;Lastschrift;-12,50',
  'a British bank': 'Date,Description,Paid out (£),Paid in (£)\n02/11/2026,Café Möwe,12.50,',
  'a mobile bank': 'Booking Date,Partner Name,Amount (EUR)\n2026-11-02,Café Möwe,-12.50',
  'a French bank': "Date de l'opération;Libellé opération;Montant (EUR)\n02/11/2026;Café Möwe;-12,50",
  'a Spanish bank': 'Fecha operación;Concepto;Importe €\n02/11/2026;Café Möwe;-12,50',
  'a Belgian bank':
    'Rekening;Boekingsdatum;Rekening tegenpartij;Naam tegenpartij bevat;Transactie;Valutadatum;Bedrag;Devies\nBE01;02/11/2026;BE02;Café Möwe;x;02/11/2026;-12,50;EUR',
  'a Swiss bank': 'Datum;Buchungstext;Belastung CHF;Gutschrift CHF;Saldo CHF\n02.11.2026;Café Möwe;12.50;;100.00',
  'a Polish bank': '#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota\n2026-11-02;Café Möwe;x;y;-12,50 PLN',
  'a Danish bank':
    'Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta\n02/11/2026;-12,50;;Café Möwe;;x;100,00;DKK',
  'a Swedish bank':
    'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta\n2026/11/02;-12,50;1;;;Café Möwe;100,00;SEK',
  'a Norwegian bank': 'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n02.11.2026;Café Möwe;02.11.2026;12,50;',
  'a Portuguese bank':
    'Data Mov.;Data Valor;Descrição;Débito;Crédito;Saldo\n02-11-2026;02-11-2026;Café Möwe;12,50;;100,00',
  'a Brazilian bank': 'Data,Valor,Identificador,Descrição\n02/11/2026,-12.50,abc,Café Möwe',
  'an Indian bank':
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n02/11/26,Café Möwe,0,02/11/26,12.50,,"1,00,000.00"',
  'a Japanese bank': '日付,摘要,お支払金額,お預り金額,差引残高\n2026/11/2,Café Möwe,12.50,,100',
  'a US card':
    'Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n11/02/2026,11/02/2026,Café Möwe,Food,Sale,-12.50,',
  'a US bank': 'Date,Transaction Description,Debit,Credit,Check or Slip #\n11/02/2026,Café Möwe,12.50,,',
  'a British bank with a type':
    'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n02/11/2026,DEB,00-00-00,12345678,Café Möwe,12.50,,100.00',
  'a French bank that writes out the currency':
    'Date operation;Libelle operation;Montant operation en euro\n02/11/2026;Café Möwe;-12,50',
  'an Italian bank with blanks in brackets': 'Data operazione;Nome;Importo ( € )\n02/11/2026;Café Möwe;-12,50',
  'a Swedish bank with a status': 'Datum;Text;Belopp;Status\n2026-11-02;Café Möwe;-12,50;Utförd',
  'a French bank with two columns': 'Date;Libellé;Débit euros;Crédit euros\n02/11/2026;Café Möwe;-12,50;',
  'a Spanish bank with a balance':
    'Fecha;Fecha valor;Concepto;Importe;Saldo\n02/11/2026;02/11/2026;Café Möwe;-12,50;1.000,00',
  'an Italian bank with one column': 'Data;Operazione;Importo\n02/11/2026;Café Möwe;-12,50',
  'an Italian bank': 'Data contabile;Descrizione;Dare;Avere\n02/11/2026;Café Möwe;12,50;',
}

for (const [bank, text] of Object.entries(banks))
  test(`the columns of ${bank} are recognised`, async () => {
    const { amounts, records, items } = await readFile(`${text}\n`)
    assert.deepEqual([amounts, records[0]?.payee], [[-12.5], 'Café Möwe'], JSON.stringify(items))
  })

test('a file whose columns are not known is refused with the names that are', async () => {
  const refused = await readFile('Wann,Wieviel\n2.11.2026,5\n').catch((error: unknown) => error)
  assert.ok(refused instanceof Failure)
  for (const name of ['date', 'buchungstag', 'amount', 'betrag', 'paid out', 'haben'])
    assert.ok(refused.message.includes(name), refused.message)
})
