// One task of a process for PDF: the texts of a file, or a file of texts.
import { zipSync } from 'fflate'
import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib'
import { getDocument } from 'unpdf/pdfjs'
import { serveTask } from '#provider'
import { paragraphsOf, type TextPiece } from './paragraphs.ts'
import { mostCharacters, mostPages, type Pages, type PdfResult, type PdfTask } from './tasks.ts'

/** A4 in points. */
const paper = { width: 595, height: 842, margin: 64 }
const size = 11
const leading = 15

serveTask((task) => resultOf(task as PdfTask)) // sent by our own program

async function resultOf(task: PdfTask): Promise<PdfResult> {
  if (task.kind === 'read') return read(task.bytes)
  return task.as === 'docx' ? { bytes: docxOf(task.pages) } : pdfOf(task.pages)
}

async function read(data: Uint8Array): Promise<PdfResult> {
  // fonts are not looked for on this machine
  const loading = getDocument({ data, useSystemFonts: false, disableFontFace: true, verbosity: 0 })
  const document = await loading.promise.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException') return undefined
    throw error
  })
  if (!document) return { problem: 'protected' }
  if (document.numPages > mostPages) return { problem: 'too many pages' }
  const pages: string[][] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const paragraphs = paragraphsOf(items.filter((item): item is typeof item & TextPiece => 'str' in item))
    for (const { length } of paragraphs) characters += length
    if (characters > mostCharacters) return { problem: 'too long' }
    pages.push(paragraphs)
    page.cleanup()
  }
  return { pages }
}

/** Each page of the source begins a page. */
async function pdfOf(pages: Pages): Promise<PdfResult> {
  const document = await PDFDocument.create()
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

function docxOf(pages: Pages): Uint8Array {
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
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, Buffer.from(head + xml)])))
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
