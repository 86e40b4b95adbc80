// Translates stored documents, a few at once and one per account. A document that an ended process never began, or gave
// back, is resumed when its state is requested. A document that was begun and never finished may have crashed the
// thread: it fails, and is not retried.
import { Refusal } from '#define'
import { createPacer } from '#provider'
import type { DocumentsTable } from '../../tables.ts'
import { equalLanguages } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { PayingKeys } from '../paying-key.ts'
import { type Passage, plainText } from '../piece.ts'
import type { AssetFields, FindAssets } from '../text/assets.ts'
import type { Languages } from '../text/fields.ts'
import type { TranslatePassages } from '../text/parts.ts'
import type { TranslatedSegment, Translator } from '../text/translator.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import { createWorkQueue } from '../work-queue.ts'
import { evaluate, maxSegments, maxUnknown } from './evaluation.ts'
import type { Left } from './formats/format.ts'
import { formatOf } from './formats/formats.ts'
import type { DocumentState, DocumentStore, Segments } from './store.ts'

/** The caller's options as they are stored. */
export interface DocumentRequest {
  readonly languages: Languages
  readonly assets: AssetFields
  readonly evaluates: boolean
  /** The requested extension of the result. */
  readonly output?: string
}
interface WorkDeps {
  readonly store: DocumentStore
  readonly translator: Translator
  readonly findAssets: FindAssets
  readonly usage: Usage
  readonly payingKeys: PayingKeys
  readonly now: () => number
  readonly log: { error(message: string, fields?: Record<string, unknown>): void }
}
export interface DocumentWork {
  /** Settles when the document is translated or has failed; never rejects. */
  run(account: string, id: string): Promise<void>
  /** Starts a document that no process will start, and fails one whose process is gone. */
  resume(document: DocumentState): void
  isAtWork(): boolean
  /** Gives back the document in progress; resolves when that is done. */
  close(): Promise<void>
}

const interrupted =
  'The gateway was interrupted while it translated this document, and does not try again. Send it in smaller parts.'

export function createDocumentWork(deps: WorkDeps): DocumentWork {
  const { store, payingKeys, now, log } = deps
  const logged = ({ id }: Named, error: unknown) =>
    log.error('a document was not translated', { id, cause: String(error) })
  const queue = createWorkQueue<Named, void>({ report: (document) => store.change(document, {}), onError: logged })
  const fail = (document: Named, error: string) =>
    store.change(document, { status: 'error', error, source: null }, 'translating')

  async function attempt(named: Named): Promise<void> {
    if (!(await store.change(named, { status: 'translating' }, 'queued'))) return
    const document = await store.load(named.account, named.id)
    if (!document) return
    try {
      const translated = await payingKeys.during(document.paid_by, queue.closing, (signal) =>
        translateDocument(document, signal, deps),
      )
      await store.change(document, translated, 'translating')
    } catch (error) {
      if (queue.closing.aborted) return void (await store.change(document, { status: 'queued' }, 'translating'))
      if (!(error instanceof Refusal)) logged(document, error)
      await fail(document, error instanceof Refusal ? messageIn(error.body) : 'The document could not be translated.')
    }
  }

  async function run(account: string, id: string): Promise<void> {
    const document = { account, id }
    // the queue has logged the error
    await queue.run(document, () => attempt(document)).catch(() => undefined)
  }

  return {
    run,
    resume(document) {
      const { account, id, status } = document
      if (!queue.isLeft(document, now())) return
      if (status === 'queued') void run(account, id)
      else if (status === 'translating') fail(document, interrupted).catch((error) => logged(document, error))
    },
    isAtWork: queue.isAtWork,
    close: queue.close,
  }
}

type Named = Pick<DocumentsTable, 'account' | 'id'>

/** The changed columns of a translated document. */
async function translateDocument(
  document: DocumentsTable,
  signal: AbortSignal,
  { translator, findAssets, usage }: WorkDeps,
): Promise<Partial<DocumentsTable>> {
  const asked: DocumentRequest = JSON.parse(document.request)
  const { languages, assets, evaluates, output } = asked
  const { account, paid_by: key, name, source: bytes } = document
  const format = formatOf(name, output)
  const payer = { account, key }
  const found = await findAssets(assets, languages, payer)
  const segments: TranslatedSegment[] = []
  const counts = { translated: 0, kept: 0, unreadable: 0 }
  const pause = createPacer()
  let unknown = 0
  let characters = 0
  let source = languages.source
  const translatePassages: TranslatePassages = async (passages) => {
    for (const passage of passages) {
      characters += charactersIn(plainText(passage))
      await pause()
    }
    await usage.require(payer, Math.max(characters, format.minimumBilled))
    source ??= await translator.detect(beginning(passages))
    if (source === baseOf(languages.target)) throw equalLanguages()
    const request = { ...languages, ...found, source, tags: undefined, context: undefined, account, signal }
    return translator.translatePassages(passages, { ...request, splitting: 'punctuation' }, (segment) => {
      counts[segment.isKept ? 'kept' : 'translated'] += 1
      if (!evaluates || segment.words === 0 || segments.length >= maxSegments || unknown >= maxUnknown) return
      unknown += segment.unknown.length
      segments.push(segment)
    })
  }
  const left: Left = (why) => {
    counts[why] += 1
  }
  const [target] = Intl.getCanonicalLocales(languages.target)
  const result = await format.translate(bytes ?? Buffer.alloc(0), translatePassages, left, target)
  const billed = Math.max(characters, format.minimumBilled)
  await usage.add(payer, 'document', billed)
  const evaluation = evaluates ? JSON.stringify(await evaluate(segments)) : null
  // the download reports the engine, also for a detected language
  const request = JSON.stringify({ ...asked, languages: { ...languages, source } } satisfies DocumentRequest)
  const counted = JSON.stringify(counts satisfies Segments)
  return { status: 'done', request, result, source: null, billed, evaluation, segments: counted }
}

const messageIn = (body: unknown) => String(Object(body).message ?? 'The document could not be translated.')

/** Enough text to detect its language. */
function beginning(passages: readonly Passage[]): string {
  let text = ''
  for (const passage of passages) {
    text += `${plainText(passage)}\n`
    if (text.length > 2000) break
  }
  return text
}
