// Translates texts whatever the engine: language, sentences, tags, glossary terms and memories are handled here.
import { createPacer, mapInSteps } from '#provider'
import type { Engine, EngineOptions, Rendering, UsedTerms } from '../engines/engine.ts'
import { badRequest, engineFailed, notSupported } from '../errors.ts'
import type { TermIndex } from '../glossaries/term-index.ts'
import type { WordForms } from '../glossaries/word-forms.ts'
import { baseOf } from '../language-code.ts'
import type { Detect } from '../languages/detect.ts'
import { hasSameMarks, joined, type Passage, type Piece, plainText } from '../piece.ts'
import { type TagRules, translateMarkup } from './markup.ts'
import { type Splitting, sentencesOf } from './sentences.ts'
import { createFindTerms, type FindTerms } from './terms.ts'

export interface TranslationRequest extends Omit<EngineOptions, 'source'> {
  /** Base language; detected when undefined. */
  readonly source: string | undefined
  readonly splitting: Splitting
  readonly tags: TagRules | undefined
  readonly terms: TermIndex | undefined
  /** The stored translation of a text that is similar enough. */
  readonly memory: ((text: string, source: string) => Promise<string | undefined>) | undefined
}
/** A sentence as it was translated, for evaluations. */
export interface TranslatedSegment {
  readonly source: string
  readonly target: string
  readonly words: number
  readonly unknown: readonly string[]
}
export interface TranslatedText {
  readonly text: string
  /** Base language code. */
  readonly source: string
  /** Undefined where source and target are the same language. */
  readonly engine: Engine | undefined
}
export interface Translator {
  translate(text: string, request: TranslationRequest): Promise<TranslatedText>
  /** Passages with marks, as documents have them; `onSegment` gets each sentence. */
  translatePassages(
    passages: readonly Piece[][],
    request: TranslationRequest & { readonly source: string },
    onSegment?: (segment: TranslatedSegment) => void,
  ): Promise<Piece[][]>
  /**
   * The first engine that serves the pair, or with instructions the first that follows them; throws 400 when none
   * serves it.
   */
  engineFor(source: string, target: string, instructions?: readonly string[]): Engine
  readonly detect: Detect
}

/** Sentences that an engine gets at once. */
const batchSentences = 50

interface Sentence {
  readonly lead: string
  readonly core: Piece[]
  readonly trail: string
  /** The terms that are marks in `core`. */
  readonly terms: UsedTerms
  done: Piece[] | undefined
}

export function createTranslator({
  engines,
  detect,
  forms,
}: {
  readonly engines: readonly Engine[]
  readonly detect: Detect
  readonly forms: WordForms
}): Translator {
  const findTerms = createFindTerms(forms)

  function engineFor(source: string, target: string, instructions: readonly string[] = []): Engine {
    const serving = engines.filter(({ sources, targets }) => sources.includes(source) && targets.includes(target))
    const following = instructions.length > 0 ? serving.find((engine) => engine.followsInstructions) : undefined
    const engine = following ?? serving[0]
    if (engine) return engine
    if (!engines.some(({ sources }) => sources.includes(source)))
      throw badRequest(`Value for 'source_lang' not supported: no engine here translates from ${source}.`)
    throw notSupported('target_lang')
  }

  const translatePassages: Translator['translatePassages'] = async (passages, request, onSegment) => {
    const { source, target } = request
    if (source === baseOf(target)) return mapInSteps(passages, (passage) => [...passage])
    const engine = engineFor(source, target, request.instructions)
    const pause = createPacer()
    const find = findTerms(engine, request)
    const sentences: Sentence[][] = []
    const waiting: Sentence[] = []
    for (const passage of passages) {
      const list = await prepared(passage, { ...request, find }, pause)
      sentences.push(list)
      for (const sentence of list) if (sentence.done === undefined) waiting.push(sentence)
      const pausing = pause()
      if (pausing) await pausing
    }
    for (let at = 0; at < waiting.length; at += batchSentences) {
      request.signal.throwIfAborted()
      const batch = waiting.slice(at, at + batchSentences)
      const renderings = await engine.translate(
        batch.map(({ core }) => core),
        request,
        batch.map(({ terms }) => terms),
      )
      for (const [index, sentence] of batch.entries()) {
        const rendering = renderings[index]
        if (!rendering || !hasSameMarks(sentence.core, rendering.pieces))
          throw engineFailed('The engine lost a tag or a text. Send the text again, or without tags.')
        sentence.done = rendering.pieces.map((piece) =>
          typeof piece === 'number'
            ? (rendering.wordings?.get(piece) ?? sentence.terms.get(piece)?.wording ?? piece)
            : piece,
        )
        onSegment?.(segmentOf(sentence, rendering))
      }
      const pausing = pause()
      if (pausing) await pausing
    }
    return mapInSteps(sentences, (list) =>
      joined(list.flatMap(({ lead, done, trail }) => [lead, ...(done ?? []), trail])),
    )
  }

  return {
    detect,
    engineFor,
    translatePassages,
    async translate(text, request) {
      const source = request.source ?? (await detect(request.tags ? text.replaceAll(/<[^<>]{0,1000}>/g, ' ') : text))
      if (source === baseOf(request.target)) return { text, source, engine: undefined }
      const engine = engineFor(source, request.target, request.instructions)
      const known = { ...request, source }
      const translate = (passages: readonly Piece[][]) => translatePassages(passages, known)
      if (request.tags) return { text: await translateMarkup(text, request.tags, translate), source, engine }
      const [passage = []] = await translate([[text]])
      return { text: plainText(passage), source, engine }
    },
  }
}

/** The sentences of a passage; those that a memory knows, and those without words, are done. */
async function prepared(
  passage: Passage,
  { memory, find, splitting, source }: TranslationRequest & { readonly source: string; readonly find: FindTerms },
  pause: () => Promise<void> | undefined,
): Promise<Sentence[]> {
  const remembered = await memory?.(plainText(passage).trim(), source)
  if (remembered !== undefined && !hasMarks(passage)) return [{ ...edgesOf(passage), done: [remembered] }]
  const sentences: Sentence[] = []
  for (const part of await sentencesOf(passage, splitting, pause)) {
    const pausing = pause()
    if (pausing) await pausing
    const sentence = edgesOf(part)
    const text = plainText(sentence.core)
    const known = hasMarks(sentence.core) || !memory ? undefined : await memory(text, source)
    if (known !== undefined) sentences.push({ ...sentence, done: [known] })
    else if (!/\p{L}/u.test(text)) sentences.push({ ...sentence, done: sentence.core })
    else sentences.push({ ...sentence, ...(await find(sentence.core)) })
  }
  return sentences
}

const hasMarks = (passage: Passage) => passage.some((piece) => typeof piece === 'number')

function edgesOf(passage: Passage): Sentence {
  const core = [...passage]
  const [first] = core
  const lead = typeof first === 'string' ? (/^\s+/.exec(first)?.[0] ?? '') : ''
  if (typeof first === 'string') core[0] = first.slice(lead.length)
  const last = core.at(-1)
  const trimmed = typeof last === 'string' ? last.trimEnd() : ''
  const trail = typeof last === 'string' ? last.slice(trimmed.length) : ''
  if (typeof last === 'string') core[core.length - 1] = trimmed
  return { lead, core: joined(core), trail, terms: new Map(), done: undefined }
}

function segmentOf({ core, terms, done }: Sentence, { words, unknown }: Rendering): TranslatedSegment {
  return { source: plainText(core), target: plainText(done ?? []), words: words + terms.size, unknown }
}
