// PDF: its texts are read, translated, and written into a new PDF or a Word document. What the page looks like is not
// kept. Each file is read and written by a process of its own, bounded in time, memory, pages and characters: what a
// stream unpacks to is outside the heap that a thread could be limited to.
import { createProcessPool } from '#provider'
import { badRequest, notReady } from '../../errors.ts'
import { plainText } from '../../piece.ts'
import type { TranslatePassages } from '../../text/markup.ts'
import { mostCharacters, mostPages, type PdfProblem, type PdfResult, type PdfTask } from '../pdf/tasks.ts'

const pool = createProcessPool({
  entry: new URL('../pdf/pdf-process.ts', import.meta.url),
  processes: 1,
  timeoutMs: 30_000,
  memoryMb: 768,
  waiting: 20,
  waitingPerOwner: 20,
  makeBusyError: () => notReady('Too many PDF files are being read. Try again later.'),
})
const sentences: Readonly<Record<PdfProblem, string>> = {
  protected: 'The PDF is protected by a password. Send it without one.',
  'too many pages': `The PDF has more than ${mostPages} pages.`,
  'too long': `The PDF has more than ${mostCharacters} characters.`,
  unwritable: "The translation has letters that a PDF cannot have here. Ask for it as output_format 'docx'.",
}

/** Throws 400 for a file that cannot be read, has no text, or cannot be written in this format. */
export const translatePdf =
  (as: 'pdf' | 'docx') =>
  async (bytes: Buffer, translate: TranslatePassages): Promise<Buffer> => {
    const read = await run({ kind: 'read', bytes: new Uint8Array(bytes) })
    if (!('pages' in read)) throw badRequest('Invalid file data.')
    const paragraphs = read.pages.flat()
    if (paragraphs.length === 0) throw badRequest('The PDF has no text. Pictures of text are not recognised.')
    const translated = (await translate(paragraphs.map((text) => [text]))).map(plainText)
    let next = 0
    const pages = read.pages.map((page) => page.map(() => translated[next++] ?? ''))
    const written = await run({ kind: 'write', pages, as })
    if (!('bytes' in written)) throw badRequest('Invalid file data.')
    return Buffer.from(written.bytes)
  }

/** A file whose process fails, takes too long or runs out of memory cannot be read. */
async function run(task: PdfTask): Promise<PdfResult> {
  const result = (await pool.run('documents', task)) as PdfResult | undefined // posted by our own program
  if (!result) throw badRequest('Invalid file data.')
  if ('problem' in result) throw badRequest(sentences[result.problem])
  return result
}
