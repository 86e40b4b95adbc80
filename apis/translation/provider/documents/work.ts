// Translates stored documents, one after another. What a stopped process left is taken up again when its state is
// asked for.
import { Refusal } from '#define'
import { createPacer, keyedMutex } from '#provider'
import type { DocumentsTable } from '../../tables.ts'
import type { PayingKeys } from '../paying-key.ts'
import { type Passage, plainText } from '../piece.ts'
import type { AssetFields, FindAssets } from '../text/assets.ts'
import type { Languages } from '../text/fields.ts'
import type { TranslatedSegment, Translator } from '../text/translator.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import { evaluate, maxSegments, maxUnknown } from './evaluation.ts'
import { formatOf } from './formats/formats.ts'
import type { DocumentState, DocumentStore } from './store.ts'

/** What the caller asked for, as it is stored. */
export interface DocumentRequest {
  readonly languages: Languages
  readonly assets: AssetFields
  readonly evaluates: boolean
  /** The extension of the result, where it was asked for. */
  readonly output?: string
}
export interface WorkDeps {
  readonly store: DocumentStore
  readonly translator: Translator
  readonly findAssets: FindAssets
  readonly usage: Usage
  readonly payingKeys: PayingKeys
  readonly now: () => number
  readonly log: { error(message: string, fields?: Record<string, unknown>): void }
}
export interface DocumentWork {
  /** Settles when the document is translated or has failed; it never rejects. */
  run(account: string, id: string): Promise<void>
  /** Starts it again when no process works on it any more. */
  resume(document: DocumentState): void
  close(): void
}

/** A process that works on a document reports at least this often. */
const staleMs = 60_000

export function createDocumentWork(deps: WorkDeps): DocumentWork {
  const { store, translator, findAssets, usage, payingKeys, now, log } = deps
  const turns = keyedMutex<'document'>()
  const running = new Set<string>()
  const closing = new AbortController()

  async function translate(document: DocumentsTable, signal: AbortSignal): Promise<Partial<DocumentsTable>> {
    const { languages, assets, evaluates, output }: DocumentRequest = JSON.parse(document.request)
    const { account, paid_by: key, name, source: bytes } = document
    const format = formatOf(name, output)
    const payer = { account, key }
    const found = await findAssets(assets, languages, payer)
    const segments: TranslatedSegment[] = []
    const pause = createPacer()
    let unknown = 0
    let characters = 0
    let source = languages.source
    const result = await format.translate(bytes ?? Buffer.alloc(0), async (passages) => {
      for (const passage of passages) {
        characters += charactersIn(plainText(passage))
        const pausing = pause()
        if (pausing) await pausing
      }
      await usage.require(payer, Math.max(characters, format.minimumBilled))
      source ??= await translator.detect(beginning(passages))
      await store.change(document, { status: 'translating' })
      return translator.translatePassages(
        passages,
        {
          ...languages,
          ...found,
          ...{ source, splitting: 'punctuation', tags: undefined, context: undefined },
          ...{ account, signal },
        },
        (segment) => {
          if (!evaluates || segments.length >= maxSegments || unknown >= maxUnknown) return
          unknown += segment.unknown.length
          segments.push(segment)
        },
      )
    })
    const billed = Math.max(characters, format.minimumBilled)
    await usage.add(payer, 'document', billed)
    const evaluation = evaluates ? JSON.stringify(await evaluate(segments)) : null
    return { status: 'done', result, source: null, billed, evaluation }
  }

  async function attempt(account: string, id: string): Promise<void> {
    const document = await store.load(account, id)
    if (document?.status !== 'queued' && document?.status !== 'translating') return
    try {
      const translated = await payingKeys.during(document.paid_by, closing.signal, (signal) =>
        translate(document, signal),
      )
      await store.change(document, translated)
    } catch (error) {
      if (closing.signal.aborted) return
      if (!(error instanceof Refusal)) log.error('a document was not translated', { id, cause: String(error) })
      const message = error instanceof Refusal ? messageIn(error.body) : 'The document could not be translated.'
      await store.change(document, { status: 'error', error: message, source: null })
    }
  }

  function run(account: string, id: string): Promise<void> {
    running.add(id)
    const work = turns.run('document', () => attempt(account, id))
    return work
      .catch((error: unknown) => log.error('a document was not translated', { id, cause: String(error) }))
      .finally(() => void running.delete(id))
  }

  return {
    run,
    resume({ account, id, status, updated_at }) {
      const isOpen = status === 'queued' || status === 'translating'
      if (isOpen && !running.has(id) && now() - updated_at > staleMs) void run(account, id)
    },
    close: () => closing.abort(),
  }
}

const messageIn = (body: unknown) => String(Object(body).message ?? 'The document could not be translated.')

/** Enough text to recognise its language. */
function beginning(passages: readonly Passage[]): string {
  let text = ''
  for (const passage of passages) {
    text += `${plainText(passage)}\n`
    if (text.length > 2000) break
  }
  return text
}
