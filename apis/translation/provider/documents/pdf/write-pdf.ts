// Writes texts as a PDF or a Word document, page by page.
import { zipSync } from 'fflate'
import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib'
import type { Pages, PdfResult } from './tasks.ts'

/** A4 in points. */
const paper = { width: 595, height: 842, margin: 64 }
const size = 11
const leading = 15
/** The first day that a ZIP file can name. */
const earliest = new Date(1980, 0, 1)

/** Writes a PDF in which each page of the source begins a page. */
export async function writePdf(pages: Pages): Promise<PdfResult> {
  // without the times of the machine, which are not those of a sandbox
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  const known = new Set(font.getCharacterSet())
  for (const paragraphs of pages) {
    let page = document.addPage([paper.width, paper.height])
    let y = paper.height - paper.margin
    for (const paragraph of paragraphs) {
      if (Array.from(paragraph).some((character) => !known.has(character.codePointAt(0) ?? 0)))
        return { problem: 'unwritable' }
      for (const line of linesOf(paragraph, font)) {
        if (y < paper.margin) {
          page = document.addPage([paper.width, paper.height])
          y = paper.height - paper.margin
        }
        page.drawText(line, { x: paper.margin, y, size, font })
        y -= leading
      }
      y -= leading / 2
    }
  }
  return { bytes: await document.save() }
}

function linesOf(paragraph: string, font: PDFFont): string[] {
  const width = paper.width - 2 * paper.margin
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

export function writeDocx(pages: Pages): Uint8Array {
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const body = pages.flatMap((paragraphs, number) => [
    ...(number === 0 ? [] : ['<w:p><w:r><w:br w:type="page"/></w:r></w:p>']),
    ...paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`),
  ])
  const files = {
    '[Content_Types].xml':
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
      `PartName="/word/document.xml" ContentType="${office}.document.main+xml"/></Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/` +
      `officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml':
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}` +
      '<w:sectPr/></w:body></w:document>',
  }
  const bytes = Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, Buffer.from(head + xml)]))
  return zipSync(bytes, { mtime: earliest })
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
