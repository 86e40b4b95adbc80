// Endpoints that translate whole documents: upload, poll, download once.
import { body, bool, bytes, int, obj, oneOf, opt, post, req, str } from '#define'
import { jsonOrForm, translationFields } from '../parameters.ts'

const documentKey = { document_key: req.str({ secret: true, doc: 'Key from the upload.' }) }

export const documents = {
  uploadDocument: post('/v2/document', 'Upload of a document for translation', {
    effect: 'spend',
    body: body(
      {
        file: req.file({ doc: 'Document; its type is recognised by the extension of the file name.' }),
        target_lang: req.str({ doc: 'Language to translate into, in any case.', example: 'DE' }),
        ...translationFields,
        filename: str({ doc: 'Name of the file when the part itself has none.' }),
        output_format: str({ doc: 'Extension of the result; only pdf to docx differs from the source.' }),
        enable_watermark: bool({ doc: 'Marks the result as machine translated.' }),
        enable_quality_evaluation: bool({
          doc: 'Requests a score of the translation; the result is polled by the document id.',
        }),
      },
      { as: ['multipart'] },
    ),
    returns: obj({
      document_id: str({ doc: '32 hexadecimal digits.' }),
      document_key: str({ doc: 'Required in every further call for the document.' }),
    }),
    // the provider's largest document has 30 MB; the rest is for the other parts
    limits: { bodyBytes: 32 * 1024 * 1024, firstByteMs: 120_000 },
  }),
  documentStatus: post('/v2/document/{document_id}', 'State of a document translation', {
    effect: 'read',
    body: body(documentKey, jsonOrForm),
    returns: obj({
      document_id: str(),
      status: oneOf(['queued', 'translating', 'done', 'error']),
      seconds_remaining: opt(int({ doc: 'Estimate, while translating.' })),
      billed_characters: opt(int({ min: 0 })),
      segments: opt(
        obj(
          { translated: int({ min: 0 }), kept: int({ min: 0 }), unreadable: int({ min: 0 }) },
          { doc: 'Sentences by what became of them; only of the embedded provider.' },
        ),
      ),
      error_message: opt(str()),
      message: opt(str({ doc: 'The same as `error_message`.' })),
    }),
    idempotent: true,
  }),
  downloadDocument: post('/v2/document/{document_id}/result', 'Translated document, which can be downloaded once', {
    body: body(documentKey, jsonOrForm),
    returns: bytes(),
    doc: 'Answers 503 until the state is `done`. The provider deletes the document after one download.',
    limits: { firstByteMs: 120_000 },
  }),
}
