// Examples of document translation: one text file from upload to download.
import { defineExamples } from '#define'
import { documents } from '../endpoints/documents.ts'

const document_id = 'B3F1C07A5D2E48969A0C1E7F4D8B2A63'
const document_key = '5A1D9C3E7F20B84642C6E8A0D1F3B5977E9C1B3D5F70829406A8CAECEE102132'

const base64 = (content: string) => Buffer.from(content).toString('base64')

export const documentExamples = defineExamples(documents, {
  uploadDocument: {
    body: {
      file: { fileName: 'notice.txt', contentType: 'text/plain', base64: base64('The museum is closed on Monday.\n') },
      target_lang: 'FR',
      source_lang: 'EN',
      enable_quality_evaluation: true,
    },
    output: { document_id, document_key },
  },
  documentStatus: {
    params: { document_id },
    body: { document_key },
    output: { document_id, status: 'done', billed_characters: 32 },
  },
  downloadDocument: {
    params: { document_id },
    body: { document_key },
    output: { base64: base64('Le musée est fermé le lundi.\n') },
  },
})
