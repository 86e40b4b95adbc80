// Statements with the column names of real banks are read, and a file without known ones says which are known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { readCsv } from './csv.ts'
import type { StatementItem } from './statement.ts'

async function read(text: string): Promise<StatementItem[]> {
  const items: StatementItem[] = []
  const [beginning] = text.split('\n')
  async function* chunks() {
    yield text
  }
  for await (const item of readCsv(chunks(), { beginning: beginning ?? '', title: 'Statement' })) items.push(item)
  return items
}

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
  'an Italian bank': 'Data contabile;Descrizione;Dare;Avere\n02/11/2026;Café Möwe;12,50;',
}

for (const [bank, text] of Object.entries(banks))
  test(`the columns of ${bank} are recognised`, async () => {
    const [item] = await read(`${text}\n`)
    assert.equal(item?.kind, 'record', JSON.stringify(item))
    assert.ok(item.kind === 'record')
    assert.deepEqual([item.amount, item.payee], [-125_000, 'Café Möwe'])
  })

test('a file whose columns are not known is refused with the names that are', async () => {
  const refused = await read('Wann,Wieviel\n2.11.2026,5\n').catch((error: unknown) => error)
  assert.ok(refused instanceof Failure)
  for (const name of ['date', 'buchungstag', 'amount', 'betrag', 'paid out', 'haben'])
    assert.ok(refused.message.includes(name), refused.message)
})
