// Writes rows as a workbook of one sheet (Office Open XML, ECMA-376, part 1, section 18), streamed. Every text is
// written as text, never as a formula.
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { createPacer } from '#provider'
import type { Cell } from './delimited.ts'
import { escaped } from './xml-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schema = 'http://schemas.openxmlformats.org'
const relations = `${schema}/package/2006/relationships`
const officeRelations = `${schema}/officeDocument/2006/relationships`
const main = `${schema}/spreadsheetml/2006/main`
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Parts of the package except the sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${schema}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${relations}"><Relationship Id="rId1" ` +
    `Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>` +
    '<sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${relations}"><Relationship Id="rId1" ` +
    `Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}
/** Fixed time, so that equal rows give equal bytes; the earliest that the format can express. */
const madeAt = new Date(1980, 0, 1)
const batchLength = 64 * 1024

/** Yields the names, then the rows. Yields to the event loop every 5 ms. */
export async function* workbook<Name extends string>(
  names: readonly Name[],
  rows: Iterable<Readonly<Record<Name, Cell>>>,
): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(Buffer.from(chunk))
  })
  const open = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = madeAt
    archive.add(entry)
    return entry
  }
  for (const [name, xml] of Object.entries(parts)) open(name).push(strToU8(declaration + xml), true)
  const sheet = open('xl/worksheets/sheet1.xml')
  const pause = createPacer()
  let batch = `${declaration}<worksheet xmlns="${main}"><sheetData>${rowXml(names)}`
  for (const row of rows) {
    batch += rowXml(names.map((name) => row[name]))
    if (batch.length >= batchLength) {
      sheet.push(strToU8(batch))
      batch = ''
      yield* ready.splice(0)
    }
    await pause()
  }
  sheet.push(strToU8(`${batch}</sheetData></worksheet>`), true)
  archive.end()
  yield* ready
}

function rowXml(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

/** Maximum length of a cell in spreadsheets. */
const longestText = 32_767

function cellXml(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  const text = escaped(cell.slice(0, longestText))
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
