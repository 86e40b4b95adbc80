// The process for PDF, which performs one task: reads the texts of a file, or writes a file of texts.
import { serveTasks } from '#provider/run'
import { readPdf } from './read-pdf.ts'
import type { PdfResult, PdfTask } from './tasks.ts'
import { writeDocx, writePdf } from './write-pdf.ts'

serveTasks(resultOf)

async function resultOf(task: PdfTask): Promise<PdfResult> {
  if (task.kind === 'read') return readPdf(task.bytes)
  return task.as === 'docx' ? { bytes: writeDocx(task.pages) } : writePdf(task.pages)
}
