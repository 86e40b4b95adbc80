// Guards the text of statements in any encoding: bytes are never lost, and what a header names is not believed when the
// bytes say otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openText } from './encodings.ts'
import { readFile } from './statement.fixture.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => `2026-01-05,Shop ${at},-1.00\n`).join('')
const ofx = (head: string, name: string) =>
  `${head}\n<OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20260105<TRNAMT>-1.50<NAME>${name}</STMTTRN></BANKTRANLIST></OFX>`
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
/** `Żółta łódź` and `Łukasz` in windows-1250. */
const polish = Buffer.from([0xaf, 0xf3, 0xb3, 0x74, 0x61, 0x20, 0xb3, 0xf3, 0x64, 0x9f])
const csv = (name: Buffer) =>
  Buffer.concat([Buffer.from('Data;Opis;Kwota\n2026-01-05;'), name, Buffer.from(';-1,50\n')])

/** Bytes of code pages of DOS; each letter has the same byte in all pages in which a test needs it. */
const dosBytes: Readonly<Record<string, number>> = {
  ...{ Ç: 0x80, ü: 0x81, é: 0x82, â: 0x83, ä: 0x84, à: 0x85, ç: 0x87, ê: 0x88, è: 0x8a, Ä: 0x8e, ô: 0x93, ö: 0x94 },
  ...{ û: 0x96, Ö: 0x99, Ü: 0x9a, á: 0xa0, í: 0xa1, ó: 0xa2, ñ: 0xa4, ß: 0xe1, å: 0x86, ø: 0x9b, æ: 0x91 },
}
const dos = (text: string, more: Readonly<Record<string, number>> = {}) =>
  Buffer.from([...text].map((letter) => more[letter] ?? dosBytes[letter] ?? letter.charCodeAt(0)))
/** Letters of the Polish page, 852. */
const ofPolish = { ł: 0x88, ą: 0xa5, ę: 0xa9, ż: 0xbe, ź: 0xab, Ż: 0xbd, ó: 0xa2, ń: 0xe4, ś: 0x98 }
/** Cyrillic of 866: two runs of small letters, and the capitals. */
const cyrillic = (text: string) =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0)
      return code < 0x80 ? code : code < 0x440 ? code - 0x410 + 0x80 : code - 0x440 + 0xe0
    }),
  )

const files: Readonly<Record<string, { bytes: Buffer; payee: string }>> = {
  'UTF-8 under a header that names 1252': {
    bytes: Buffer.from(ofx('OFXHEADER:100\nCHARSET:1252', 'Crème brûlée')),
    payee: 'Crème brûlée',
  },
  'UTF-8 under an XML declaration of Latin-1': {
    bytes: Buffer.from(ofx('<?xml version="1.0" encoding="ISO-8859-1"?>', 'Crème')),
    payee: 'Crème',
  },
  'Latin-1 under a header that names UTF-8': {
    bytes: Buffer.from(ofx('OFXHEADER:100\nENCODING:UTF-8\nCHARSET:UTF-8', 'Crème'), 'latin1'),
    payee: 'Crème',
  },
  'Latin-1 under an XML declaration of UTF-8': {
    bytes: Buffer.from(ofx('<?xml version="1.0" encoding="UTF-8"?>', 'Crème'), 'latin1'),
    payee: 'Crème',
  },
  'Latin-1 as 8859-1': {
    bytes: Buffer.from(ofx('OFXHEADER:100\nCHARSET:8859-1', 'Café Zoë'), 'latin1'),
    payee: 'Café Zoë',
  },
  'Latin-1 as NONE': { bytes: Buffer.from(ofx('OFXHEADER:100\nCHARSET:NONE', 'Café'), 'latin1'), payee: 'Café' },
  'accents only at the end': {
    bytes: Buffer.concat([
      Buffer.from(`Date,Payee,Amount\n${rows(900)}`),
      Buffer.from('2026-01-06,Bäckerei Grün,-1.00\n', 'latin1'),
    ]),
    payee: 'Bäckerei Grün',
  },
  'UTF-8 accents only at the end': {
    bytes: Buffer.from(`Date,Payee,Amount\n${rows(900)}2026-01-06,Café Zoë,-1.00\n`),
    payee: 'Café Zoë',
  },
  'UTF-8 with one name that was cut within a character': {
    bytes: Buffer.concat([
      Buffer.from('Date,Payee,Amount\n2026-01-05,Caf'),
      Buffer.from([0xc3]),
      Buffer.from(',-1.00\n2026-01-05,Café Zoë,-1.00\n'),
    ]),
    payee: 'Café Zoë',
  },
  'Russian in windows-1251': {
    bytes: csv(Buffer.from([0xcf, 0xf0, 0xee, 0xe4, 0xf3, 0xea, 0xf2, 0xfb, 0x20, 0xed, 0xe0])),
    payee: 'Продукты на',
  },
  'German in windows-1252': {
    bytes: csv(Buffer.from('Größe Bäcker Übermaß', 'latin1')),
    payee: 'Größe Bäcker Übermaß',
  },
  'UTF-8 with a byte order mark': {
    bytes: Buffer.from('\uFEFFDate,Payee,Amount\n2026-01-05,Café,-1.00'),
    payee: 'Café',
  },
  'UTF-8 with a byte order mark before quoted headings': {
    bytes: Buffer.from('\uFEFF"Date","Payee","Amount"\n"2026-01-05","Café","-1.00"'),
    payee: 'Café',
  },
  'UTF-16 with its mark': { bytes: utf16('\uFEFFDate\tPayee\tAmount\n2026-01-05\tCafé\t-1.00'), payee: 'Café' },
  'UTF-16 without a mark': { bytes: utf16('Date\tPayee\tAmount\n2026-01-05\tCafé\t-1.00'), payee: 'Café' },
  'UTF-16 of the other order': {
    bytes: utf16('\uFEFFDate\tPayee\tAmount\n2026-01-05\tCafé\t-1.00').swap16(),
    payee: 'Café',
  },
  'windows-1250': { bytes: csv(polish), payee: 'Żółta łódź' },
  'the euro sign of 1252': { bytes: csv(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80])), payee: 'Café €' },
  'German in 850 or 437': { bytes: csv(dos('Bäckerei Müller Größe')), payee: 'Bäckerei Müller Größe' },
  'one umlaut in 850': { bytes: csv(dos('Möbel')), payee: 'Möbel' },
  'French in 850': { bytes: csv(dos('Crème brûlée à la carte')), payee: 'Crème brûlée à la carte' },
  'one accent within a word in 850': { bytes: csv(dos('Crème')), payee: 'Crème' },
  'Spanish in 850': { bytes: csv(dos('Panadería Muñoz')), payee: 'Panadería Muñoz' },
  'Danish in 850': { bytes: csv(dos('Rødgrød på fløde')), payee: 'Rødgrød på fløde' },
  'capitals in 850': { bytes: csv(dos('Öl und Überweisung für Äpfel')), payee: 'Öl und Überweisung für Äpfel' },
  'Polish in 852': { bytes: csv(dos('Żółta łódź męska', { ...ofPolish, d: 0x64 })), payee: 'Żółta łódź męska' },
  'Russian in 866': { bytes: csv(cyrillic('Продукты на рынке')), payee: 'Продукты на рынке' },
  'OFX that names 850': {
    bytes: dos(ofx('OFXHEADER:100\nCHARSET:850', 'Bäcker')),
    payee: 'Bäcker',
  },
  'Latin-1 with a name of capitals': { bytes: csv(Buffer.from('CAFÉ ÉTÉ', 'latin1')), payee: 'CAFÉ ÉTÉ' },
  'Finnish in windows-1252': {
    bytes: csv(Buffer.from('Hämäläinen Öljy Åland', 'latin1')),
    payee: 'Hämäläinen Öljy Åland',
  },
  Shift_JIS: { bytes: csv(Buffer.from([0x93, 0x64, 0x8b, 0x43])), payee: '電気' },
  'QIF with a byte order mark': {
    bytes: Buffer.from('\uFEFF!Type:Bank\nD05.01.2026\nT-1.50\nPCafé\n^\n'),
    payee: 'Café',
  },
}

for (const [title, { bytes, payee }] of Object.entries(files))
  test(`names keep their letters: ${title}`, async () => {
    const { records, notes } = await readFile(bytes, 7)
    assert.equal(records.at(-1)?.payee, payee, notes.join('\n'))
  })

test('the whole of a file can be read again', async () => {
  async function* chunks() {
    for (const byte of Buffer.from('Café\n'.repeat(30_000))) yield Buffer.from([byte])
  }
  const { read, beginning, encoding } = await openText(chunks())
  for (let time = 0; time < 2; time++) {
    let text = ''
    for await (const piece of read()) text += piece
    assert.equal(text, 'Café\n'.repeat(30_000))
  }
  assert.ok(beginning.startsWith('Café\n'))
  assert.equal(encoding, 'utf-8')
})
