// Refuses files that are no statement by their first bytes, with what to do instead.
import { invalidImport } from '#provider/import'

const archive = 'a spreadsheet or an archive. Save the table as CSV, or unpack the archive'
const compressed = 'compressed. Unpack it first'
/** First bytes of files, and what each says about the file. */
const signatures: readonly (readonly [begins: Buffer, what: string])[] = [
  [Buffer.from('504b0304', 'hex'), archive],
  [Buffer.from('d0cf11e0', 'hex'), 'a workbook of an old version of Excel. Save the table as CSV'],
  [Buffer.from('1f8b', 'hex'), compressed],
  [Buffer.from('377abcaf', 'hex'), compressed],
  [Buffer.from('Rar!'), compressed],
  [Buffer.from('%PDF-'), 'a PDF, in which columns are not marked. Get the statement as CSV, OFX or CAMT'],
  [Buffer.from('SQLite format 3'), 'a database of a program. Export its transactions as CSV, OFX or QIF'],
]
const texts: readonly (readonly [begins: RegExp, what: string])[] = [
  [
    /^<(?:!doctype html|html|head|body|table|style)\b/i,
    'a page of HTML, as some banks name spreadsheets. Open it as one, and save the table as CSV',
  ],
  [/^(?:\[\s{0,99}[[{]|\{\s{0,99}")/, 'JSON. Write its transactions as CSV'],
]

/** Throws `import.invalid` for a file of a known other kind. */
export function refuseOtherFile(bytes: Buffer): void {
  const beginning = bytes.subarray(0, 300)
  const text = beginning.toString().replace(/^\uFEFF?\s*/, '')
  const [, what] =
    signatures.find(([begins]) => beginning.subarray(0, begins.length).equals(begins)) ??
    texts.find(([begins]) => begins.test(text)) ??
    []
  if (what !== undefined) throw invalidImport(`it is ${what}`)
}
