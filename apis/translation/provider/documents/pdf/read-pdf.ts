// Reads the texts of a PDF, page by page.
import { getDocument } from 'unpdf/pdfjs'
import { paragraphsOf, type TextPiece } from './paragraphs.ts'
import { mostCharacters, mostPages, type PdfResult } from './tasks.ts'

/** Reads the file; rejects if it is damaged. */
export async function readPdf(data: Uint8Array): Promise<PdfResult> {
  // the machine's fonts are not used
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
