// PDF: its texts are read, translated, and written into a new PDF or Word document. The layout is not kept. Each file
// is read and written in a separate process with limits of time, memory, pages and characters, because streams unpack
// outside the heap that a thread could limit.
import { present } from '#define/present'
import { createThread, TaskFailed } from '#provider/run'
import { badRequest, notReady } from '../../errors.ts'
import { plainText } from '../../piece.ts'
import type { TranslatePassages } from '../../text/parts.ts'
import { mostCharacters, mostPages, type PdfProblem, type PdfResult, type PdfTask } from '../pdf/tasks.ts'

const processes = createThread<PdfTask, PdfResult>({
  entry: new URL('../pdf/pdf-process.ts', import.meta.url),
  process: true,
  memoryMb: 768,
  timeoutMs: 30_000,
  lowPriority: true,
  owners: { waiting: 20, makeBusyError: () => notReady('Too many PDF files are being read. Try again later.') },
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
    const translated = (await translate(paragraphs.map((text) => [text]))).map(plainText).values()
    const pages = read.pages.map((page) => page.map(() => present(translated.next().value)))
    const written = await run({ kind: 'write', pages, as })
    if (!('bytes' in written)) throw badRequest('Invalid file data.')
    return Buffer.from(written.bytes)
  }

/** Runs a task; a file whose process fails, times out or runs out of memory counts as unreadable. */
async function run(task: PdfTask): Promise<PdfResult> {
  const result = await processes.run(task, { owner: 'documents' }).catch((error: unknown) => {
    throw error instanceof TaskFailed ? badRequest('Invalid file data.') : error
  })
  if ('problem' in result) throw badRequest(sentences[result.problem])
  return result
}
