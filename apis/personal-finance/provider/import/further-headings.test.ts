// Guards statements in further languages: money out, money in, and what must not be taken for either.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from './statement.fixture.ts'

/** Headings of a date, what was bought, money out and money in. */
const twoColumns: Readonly<Record<string, string>> = {
  Croatian: 'Datum;Opis;Isplata;Uplata',
  Serbian: 'Datum;Opis;Duguje;Potražuje',
  Slovenian: 'Datum knjiženja;Prejemnik;Odliv;Priliv',
  'Slovenian, by the books': 'Datum;Namen;V breme;V dobro',
  Slovak: 'Dátum;Popis transakcie;Na ťarchu;V prospech',
  Hungarian: 'Könyvelés dátuma;Partner;Terhelés;Jóváírás',
  Bulgarian: 'Дата;Основание;Дебит;Кредит',
  Ukrainian: 'Дата операції;Деталі;Видаток;Надходження',
  Greek: 'Ημερομηνία;Αιτιολογία;Χρέωση;Πίστωση',
  Latvian: 'Datums;Saņēmējs;Debets;Kredīts',
  Catalan: 'Data;Concepte;Càrrecs;Abonaments',
  Indonesian: 'Tanggal;Keterangan;Debet;Kredit',
  Malay: 'Tarikh;Butiran;Debit (RM);Kredit (RM)',
  Vietnamese: 'Ngày;Mô tả;Ghi nợ;Ghi có',
  Thai: 'วันที่;รายการ;ถอน;ฝาก',
  Hebrew: 'תאריך;תיאור;חובה;זכות',
  Arabic: 'التاريخ;الوصف;مدين;دائن',
  'Chinese of Taiwan': '日期;摘要;提款;存款',
  Korean: '거래일자;적요;찾으신금액;맡기신금액',
}
for (const [language, names] of Object.entries(twoColumns))
  test(`${language} columns of money out and money in`, async () => {
    const { amounts, records } = await readFile(`${names}\n2026-01-05;Shop;12,50;\n2026-01-06;Work;;2.000,00\n`)
    assert.deepEqual(amounts, [-12.5, 2000])
    assert.equal(records[0]?.payee, 'Shop')
  })

const oneColumn: Readonly<Record<string, string>> = {
  Ukrainian: 'Дата;Опис;Сума',
  Greek: 'Ημερομηνία;Περιγραφή;Ποσό',
  Latvian: 'Datums;Saņēmējs;Summa',
  Slovak: 'Dátum;Popis;Suma',
  Icelandic: 'Dagsetning;Skýring;Upphæð',
  Basque: 'Data;Kontzeptua;Zenbatekoa',
  Vietnamese: 'Ngày giao dịch;Nội dung;Số tiền',
}
for (const [language, names] of Object.entries(oneColumn))
  test(`${language} columns of amounts`, async () => {
    const { amounts } = await readFile(`${names}\n2026-01-05;Shop;-12,50\n2026-01-06;Work;2.000,00\n`)
    assert.deepEqual(amounts, [-12.5, 2000])
  })

test('a direction in words or letters', async () => {
  const file =
    'Dátum;Názov protistrany;Objem;Smer platby\n05.01.2026;A;12,50;Odchádzajúca\n06.01.2026;B;2,50;Prichádzajúca'
  assert.deepEqual((await readFile(file)).amounts, [-12.5, 2.5])
  const letters = 'Tanggal,Keterangan,Jumlah,DB/CR\n2026-01-05,A,1000.00,DB\n2026-01-06,B,2000.00,CR'
  assert.deepEqual((await readFile(letters)).amounts, [-1000, 2000])
})

test('a currency whose heading is that of a date elsewhere', async () => {
  const { records } = await readFile('Datums;Saņēmējs;Summa;Valūta\n05.01.2026;A;-12,50;EUR')
  assert.deepEqual(
    records.map(({ amount }) => amount),
    [-125_000],
  )
})

test('numbers of rows are no debits, and `Import` beside an amount is none', async () => {
  assert.deepEqual((await readFile('No,Date,Payee,Amount\n1,2026-01-05,A,-12.50')).amounts, [-12.5])
  assert.deepEqual((await readFile('Date,Import,Payee,Amount\n2026-01-05,7,A,-12.50')).amounts, [-12.5])
})
