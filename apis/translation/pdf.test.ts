// PDF documents: what is read of them, what is written, and files made to do harm.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { getDocument } from 'unpdf/pdfjs'
import { paragraphsOf } from './provider/documents/pdf/paragraphs.ts'
import { writeDocx, writePdf } from './provider/documents/pdf/write-pdf.ts'
import { openWorld } from './test/world.ts'
import { textIn } from './test/zip.ts'

/** Lines 14 points apart; an empty one leaves a gap. */
async function pdfOf(...pages: (readonly string[])[]): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    const page = document.addPage([595, 842])
    for (const [at, line] of lines.entries()) page.drawText(line, { x: 60, y: 780 - 14 * at, size: 11, font })
  }
  return Buffer.from(await document.save())
}

async function textsOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join('|'))
  }
  return texts
}

describe('paragraphs of a page', () => {
  const line = (str: string, baseline: number, height = 11) => ({
    ...{ str, height, hasEOL: true },
    transform: [1, 0, 0, 1, 60, baseline],
  })

  test('lines that follow closely are one paragraph; a gap, another size, a list and a column begin another', () => {
    const pieces = [
      line('A heading', 780, 18),
      line('The first line', 750),
      line('and the second.', 736),
      line('After a gap.', 700),
      line('• a point', 686),
      line('• another', 672),
      line('The next column', 780),
    ]
    assert.deepEqual(paragraphsOf(pieces), [
      'A heading',
      'The first line and the second.',
      'After a gap.',
      '• a point',
      '• another',
      'The next column',
    ])
  })

  test('a word cut at the end of a line is whole again, and a name with a hyphen stays', () => {
    assert.deepEqual(paragraphsOf([line('trans-', 700), line('lation of Rhine-', 686), line('Main', 672)]), [
      'translation of Rhine- Main',
    ])
  })
})

describe('PDF documents', async () => {
  const world = await openWorld()
  after(() => world.close())
  const source = await pdfOf(['Good morning.', '', '', 'The cat', 'sleeps.'], ['The house is big.'])

  test('the texts are translated into a new PDF with the same pages, and billed as 50,000 characters', async () => {
    const { bytes, state, headers } = await world.document('a.pdf', source)
    assert.deepEqual(await textsOf(bytes), ['Guten Morgen.|Die Katze schläft.', 'Das Haus ist groß.'])
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(state.billed_characters, 50_000)
  })

  test('a file that is written has no time of the machine, so that it is the same at any time', async (t) => {
    const pages = [['Good morning.']]
    const writeBoth = async () => {
      const written = await writePdf(pages)
      assert.ok('bytes' in written)
      return [written.bytes, writeDocx(pages)].map((bytes) => Buffer.from(bytes).toString('base64'))
    }
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-02T12:00:00Z') })
    const before = await writeBoth()
    t.mock.timers.setTime(Date.parse('2027-01-01T00:00:00Z'))
    assert.deepEqual(await writeBoth(), before)
  })

  test('output_format docx writes a Word document, named as one; other conversions are refused', async () => {
    const { bytes, headers } = await world.document('a.pdf', source, { output_format: 'DOCX' })
    const xml = await textIn(bytes, 'word/document.xml')
    const texts = Array.from(xml.matchAll(/<w:t [^>]*>([^<]*)</g), ([, text]) => text)
    assert.deepEqual(texts, ['Guten Morgen.', 'Die Katze schläft.', 'Das Haus ist groß.'])
    assert.match(String(headers['content-type']), /wordprocessingml/)
    assert.match(String(headers['content-disposition']), /a\.docx$/)
    const refused = await upload('a.pdf', source, { output_format: 'pptx' })
    assert.deepEqual(refused.message, 'Conversion to the requested output_format is not supported.')
  })

  async function upload(name: string, bytes: Buffer, fields: object = {}) {
    const blob = new Blob([new Uint8Array(bytes)])
    const file = { fileName: name, contentType: 'application/pdf', bytes, blob }
    const { status, body } = await world.post('/v2/document', { file, source_lang: 'EN', target_lang: 'DE', ...fields })
    if (status !== 200) return { status, message: body.message }
    const state = await world.post(`/v2/document/${body.document_id}`, { document_key: body.document_key })
    return { status: state.body.status, message: state.body.message }
  }

  test('letters that no PDF font has are refused with what to ask for, and are written into a Word document', async () => {
    const words = await pdfOf(['The door is open. The table is yellow.'])
    const refused = await upload('a.pdf', words, { target_lang: 'PL' })
    assert.equal(refused.status, 'error')
    assert.match(String(refused.message), /output_format 'docx'/)
    assert.equal((await upload('a.pdf', words, { target_lang: 'PL', output_format: 'docx' })).status, 'done')
  })

  test('a file with a password is refused with what to do', async () => {
    const secret = '0123456789abcdef0123456789abcdef'
    const locked = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj ' +
        `3 0 obj<</Filter/Standard/V 1/R 2/O(${secret})/U(${secret})/P -4>>endobj\n` +
        'trailer<</Root 1 0 R/Encrypt 3 0 R/ID[(0123456789abcdef)(0123456789abcdef)]>>',
    )
    const refused = await upload('a.pdf', locked)
    assert.deepEqual(refused, {
      status: 'error',
      message: 'The PDF is protected by a password. Send it without one.',
    })
  })

  test('what is no PDF, is broken, empty or too long is refused in a sentence', async () => {
    assert.deepEqual(await upload('a.pdf', Buffer.from('PK\u0003\u0004')), {
      status: 400,
      message: 'Invalid file data.',
    })
    const broken = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(5000, '1 0 obj <</Length 99999999>> stream '),
    ])
    assert.deepEqual(await upload('a.pdf', broken), { status: 'error', message: 'Invalid file data.' })
    assert.match(String((await upload('a.pdf', await pdfOf([]))).message), /has no text/)
    const pages = await pdfOf(...Array.from({ length: 1001 }, () => []))
    assert.match(String((await upload('a.pdf', pages)).message), /more than 1000 pages/)
  })

  test('a small file that unpacks into thirty megabytes of text is refused, and the next one is read', async () => {
    const packed = deflateSync(Buffer.alloc(30_000_000, '(a) Tj '))
    const bomb = Buffer.concat([
      Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj '),
      Buffer.from('2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj '),
      Buffer.from('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<<>>>>>>endobj '),
      Buffer.from(`4 0 obj<</Filter/FlateDecode/Length ${packed.length}>>stream\n`),
      packed,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>'),
    ])
    assert.ok(bomb.length < 128 * 1024)
    assert.equal((await upload('a.pdf', bomb)).status, 'error')
    assert.equal((await world.document('a.pdf', source)).state.status, 'done')
  })
})
