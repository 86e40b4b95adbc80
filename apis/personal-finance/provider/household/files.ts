// The attachments of the sample household, generated here: a receipt as an image and an invoice as a PDF. Both are
// labelled as samples.
import { PNG } from 'pngjs'
import type { fileKinds } from '../ledger/attachments/file-kinds.ts'
import { variantsOf } from '../ledger/attachments/shrink.ts'

export interface SampleFile {
  readonly id: number
  readonly title: string
  readonly fileName: string
  readonly kind: keyof typeof fileKinds & string
  readonly original: Buffer
  readonly variants: { readonly thumb: Buffer; readonly large: Buffer } | undefined
  /** Ids of transactions with this attachment. */
  readonly transactions: readonly number[]
}

/** Files, generated on first use and shared by all ledgers. */
let files: readonly SampleFile[] | undefined

export function sampleFiles(): readonly SampleFile[] {
  files ??= [receipt(), invoice()]
  return files
}

const width = 180
const height = 260

/** Draws printed lines as grey bars on white. */
function receipt(): SampleFile {
  const image = new PNG({ width, height })
  image.data.fill(255)
  for (let line = 0; line < 16; line++) {
    const length = line === 0 ? 100 : 60 + ((line * 37) % 80)
    for (let y = 20 + line * 14; y < 26 + line * 14; y++)
      for (let x = 20; x < 20 + length; x++)
        image.data.fill(line === 15 ? 20 : 110, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  const original = PNG.sync.write(image)
  const variants = variantsOf('png', original)
  return {
    id: 9001,
    title: 'Receipt (sample)',
    fileName: 'receipt.png',
    kind: 'png',
    original,
    variants,
    transactions: [],
  }
}

/**
 * Writes the smallest document that viewers open (ISO 32000-1, 7.5): header, four objects, cross-reference table,
 * trailer.
 */
function invoice(): SampleFile {
  const content = 'BT /F1 14 Tf 40 100 Td (Sample invoice: Quay Kitchen) Tj ET'
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 150]/Contents 4 0 R/Resources<</Font<</F1 ${font}>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  const original = Buffer.from(
    `${body}${table}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
  return {
    id: 9002,
    title: 'Invoice (sample)',
    fileName: 'invoice.pdf',
    kind: 'pdf',
    original,
    variants: undefined,
    transactions: [7003],
  }
}
