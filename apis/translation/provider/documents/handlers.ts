// Serves documents, which are uploaded, translated in the background and downloaded once, and the evaluation of their
// quality.
import { type HandlersFor, type Random, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { DocumentsTable } from '../../tables.ts'
import { badRequest, equalLanguages, notFound, notReady, notSpecified } from '../errors.ts'
import { newHex } from '../ids.ts'
import { baseOf } from '../language-code.ts'
import type { Catalogue } from '../languages/catalogue.ts'
import type { FindAssets } from '../text/assets.ts'
import { languagesIn } from '../text/fields.ts'
import { engineHeaders } from '../text/handlers.ts'
import type { Translator } from '../text/translator.ts'
import type { Usage } from '../usage/usage.ts'
import type { Evaluation } from './evaluation.ts'
import { formatOf, requireFile } from './formats/formats.ts'
import { type DocumentState, type DocumentStore, hashOf } from './store.ts'
import type { DocumentRequest, DocumentWork } from './work.ts'

type DocumentHandlers = HandlersFor<
  typeof endpoints,
  'uploadDocument' | 'documentStatus' | 'downloadDocument' | 'qualityEvaluation'
>
interface DocumentDeps {
  readonly store: DocumentStore
  readonly work: DocumentWork
  readonly catalogue: Catalogue
  readonly translator: Translator
  readonly findAssets: FindAssets
  readonly usage: Usage
  readonly now: () => number
  readonly random: Random
}

/** Documents up to this size are translated before the upload is answered. */
const smallBytes = 128 * 1024
const maxDocuments = 200

export function createDocumentHandlers(deps: DocumentDeps): DocumentHandlers {
  const { store, work, catalogue, translator, findAssets, usage, now, random } = deps
  return {
    async uploadDocument({ body }, call) {
      const { account, key } = call
      const { file } = body
      // the parts of a streamed body were not checked: `file` may be missing, or text
      if (typeof file !== 'object') throw notSpecified('file')
      const name = (body.filename || file.fileName || '').slice(-200)
      const output = body.output_format?.toLowerCase()
      const format = formatOf(name, output)
      requireFile(format, file.bytes)
      const languages = languagesIn(body, catalogue)
      const { source, target } = languages
      if (source === baseOf(target)) throw equalLanguages()
      if (source !== undefined) translator.engineFor(source, target)
      const assets = {
        glossary_id: body.glossary_id,
        glossary_ids: body.glossary_ids,
        style_id: body.style_id,
        translation_memory_id: body.translation_memory_id,
        translation_memory_threshold: body.translation_memory_threshold,
      }
      await findAssets(assets, languages, call)
      await usage.require(call, format.minimumBilled)
      const evaluates = body.enable_quality_evaluation ?? false
      const request: DocumentRequest = { languages, assets, evaluates, ...(output ? { output } : {}) }
      const id = newHex(random, 16)
      const documentKey = newHex(random, 32)
      const document = {
        account,
        id,
        key_hash: hashOf(documentKey),
        paid_by: key,
        status: 'queued',
        name,
        request: JSON.stringify(request),
        source: file.bytes,
        result: null,
        billed: null,
        error: null,
        evaluation: null,
        segments: null,
        created_at: now(),
        updated_at: now(),
      }
      if (!(await store.add(document, maxDocuments)))
        throw badRequest(`At most ${maxDocuments} documents can wait for their download.`)
      const translating = work.run(account, id)
      if (file.bytes.length <= smallBytes) await translating
      return { document_id: id, document_key: documentKey }
    },

    async documentStatus({ document_id, body }, { account }) {
      const document = await store.find(account, document_id, body.document_key)
      work.resume(document)
      return statusOf(document)
    },

    async downloadDocument({ document_id, body }, { account }) {
      const document = await store.find(account, document_id, body.document_key)
      work.resume(document)
      if (document.status === 'downloaded') throw notReady('Document already downloaded')
      if (document.status === 'error') throw notReady(document.error ?? 'The document could not be translated.')
      const result = document.status === 'done' ? await store.take(document) : undefined
      if (!result) throw notReady('Document translation is not done')
      const { languages, output }: DocumentRequest = JSON.parse(document.request)
      const format = formatOf(document.name, output)
      const name = document.name.slice(0, document.name.lastIndexOf('.') + 1) + format.extension
      const engine =
        languages.source === undefined ? undefined : translator.engineFor(languages.source, languages.target)
      return reply(result, {
        headers: {
          ...engineHeaders([engine]),
          'content-type': format.contentType,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(output ? name : document.name)}`,
        },
      })
    },

    async qualityEvaluation({ job_id }, { account }) {
      const document = await store.load(account, job_id.toUpperCase())
      return evaluationOf(document)
    },
  }
}

function statusOf(document: DocumentState) {
  const { id, status, billed, error, segments } = document
  switch (status) {
    case 'done':
      return {
        document_id: id,
        status,
        billed_characters: billed ?? 0,
        ...(segments === null ? {} : { segments: JSON.parse(segments) }),
      }
    case 'error':
      return { document_id: id, status, error_message: error ?? '', message: error ?? '' }
    case 'translating':
      return { document_id: id, status, seconds_remaining: 1 }
    case 'queued':
      return { document_id: id, status }
    default:
      throw notFound('Document not found')
  }
}

function evaluationOf(document: DocumentsTable | undefined) {
  const asked: DocumentRequest | undefined = document && JSON.parse(document.request)
  if (!document || !asked?.evaluates) throw notFound('Quality evaluation not found')
  if (document.evaluation !== null) {
    const { segments, summary }: Evaluation = JSON.parse(document.evaluation)
    return { job_id: document.id, status: 'done' as const, segments: [...segments.map(writable)], summary }
  }
  if (document.status === 'error')
    return {
      job_id: document.id,
      status: 'error' as const,
      error: { code: 'evaluation_failed', message: document.error ?? '' },
    }
  return reply({ job_id: document.id, status: 'processing' as const }, { status: 202, headers: { 'retry-after': '2' } })
}

function writable(segment: Evaluation['segments'][number]) {
  return { ...segment, errors: [...segment.errors] }
}
