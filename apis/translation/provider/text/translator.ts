// Translates texts with any engine: language, sentences, tags, glossary terms and memories are handled here.
import { createPacer, mapInSteps } from '#provider'
import type { Engine, EngineOptions, Rendering, UsedTerms } from '../engines/engine.ts'
import { badRequest, engineFailed, notSupported } from '../errors.ts'
import type { TermIndex } from '../glossaries/term-index.ts'
import type { WordForms } from '../glossaries/word-forms.ts'
import { baseOf } from '../language-code.ts'
import type { Detect } from '../languages/detect.ts'
import { hasSameMarks, joined, type Passage, type Piece, plainText } from '../piece.ts'
import { type TagRules, translateMarkup } from './markup.ts'
import { type Protection, protect } from './protection.ts'
import { type Splitting, sentencesOf } from './sentences.ts'
import { createFindTerms, type FindTerms } from './terms.ts'

export interface TranslationRequest extends Omit<EngineOptions, 'source'> {
  /** Base language; undefined to detect it. */
  readonly source: string | undefined
  readonly splitting: Splitting
  readonly tags: TagRules | undefined
  readonly terms: TermIndex | undefined
  /** Looks up the stored translation of a similar text. */
  readonly memory: ((text: string, source: string) => Promise<string | undefined>) | undefined
}
/** A translated or unchanged sentence. */
export interface TranslatedSegment {
  /** True if the words are those of the source: only names and protected parts, or none that the engine knew. */
  readonly isKept: boolean
  readonly source: string
  readonly target: string
  readonly words: number
  readonly unknown: readonly string[]
}
export interface TranslatedText {
  readonly text: string
  /** Base language code. */
  readonly source: string
  /** The engine; undefined if source and target are the same language. */
  readonly engine: Engine | undefined
}
export interface Translator {
  translate(text: string, request: TranslationRequest): Promise<TranslatedText>
  /** Translates passages with marks, as in documents; `onSegment` receives each sentence. */
  translatePassages(
    passages: readonly Piece[][],
    request: TranslationRequest & { readonly source: string },
    onSegment?: (segment: TranslatedSegment) => void,
  ): Promise<Piece[][]>
  /**
   * The first engine that serves the pair, or with instructions the first that follows them; throws 400 if none serves
   * it.
   */
  engineFor(source: string, target: string, instructions?: readonly string[]): Engine
  readonly detect: Detect
}

/** Number of sentences per request to an engine. */
const batchSentences = 50

interface Sentence {
  readonly protection: Protection
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
    const sources = [...new Set(engines.flatMap((one) => one.sources))].sort()
    if (!sources.includes(source))
      throw badRequest(
        `Value for 'source_lang' not supported: no engine here translates from ${source}, but from ${sources.join(', ')}.`,
      )
    const targets = engines.filter((one) => one.sources.includes(source)).flatMap((one) => one.targets)
    throw notSupported('target_lang', [...new Set(targets)].sort())
  }

  const translatePassages: Translator['translatePassages'] = async (passages, request, onSegment) => {
    const { source, target } = request
    if (source === baseOf(target)) return mapInSteps(passages, (passage) => [...passage])
    const engine = engineFor(source, target, request.instructions)
    const pause = createPacer()
    const find = findTerms(engine, request)
    const plans: { readonly protection: Protection; readonly passages: readonly Sentence[][] }[] = []
    const waiting: Sentence[] = []
    for (const passage of passages) {
      const remembered = hasMarks(passage) ? undefined : await request.memory?.(plainText(passage).trim(), source)
      const protection = remembered === undefined ? protect(passage) : unprotected(passage)
      const found: Sentence[][] = []
      for (const one of protection.passages)
        found.push(
          remembered === undefined
            ? await prepared(one, { ...request, find, protection }, pause)
            : [{ ...edgesOf(one, protection), done: [remembered] }],
        )
      plans.push({ protection, passages: found })
      for (const sentence of found.flat()) {
        if (sentence.done === undefined) waiting.push(sentence)
        else if (hasWords(sentence)) onSegment?.(segmentOf(sentence, { words: 0, unknown: [] }))
      }
      await pause()
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
        const given = renderings[index]
        const isWhole = given !== undefined && hasSameMarks(sentence.core, given.pieces)
        const rendering = isWhole ? given : await aroundMarks(sentence.core, engine, request)
        sentence.done = rendering.pieces.map((piece) =>
          typeof piece === 'number'
            ? (rendering.wordings?.get(piece) ?? sentence.terms.get(piece)?.wording ?? piece)
            : piece,
        )
        onSegment?.(segmentOf(sentence, rendering))
      }
      await pause()
    }
    return mapInSteps(plans, ({ protection, passages: found }) =>
      protection.restored(
        found.map((list) => joined(list.flatMap(({ lead, done, trail }) => [lead, ...(done ?? []), trail]))),
      ),
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

/** Translates the texts between the marks separately, for an engine that lost a mark. */
async function aroundMarks(core: Passage, engine: Engine, request: EngineOptions): Promise<Rendering> {
  const texts = core.filter((piece) => typeof piece === 'string' && /\p{L}/u.test(piece)).map(String)
  const renderings = await engine.translate(
    texts.map((text) => [text.trim()]),
    request,
  )
  if (renderings.length !== texts.length || renderings.some(({ pieces }) => hasMarks(pieces)))
    throw engineFailed('The engine lost a text. Try again later.')
  let next = 0
  const pieces = core.flatMap((piece): Piece[] => {
    if (typeof piece === 'number' || !/\p{L}/u.test(piece)) return [piece]
    const start = piece.length - piece.trimStart().length
    return [piece.slice(0, start), ...(renderings[next++]?.pieces ?? []), piece.slice(piece.trimEnd().length)]
  })
  return {
    pieces: joined(pieces),
    words: renderings.reduce((sum, { words }) => sum + words, 0),
    unknown: renderings.flatMap(({ unknown }) => unknown),
  }
}

interface Preparing extends TranslationRequest {
  readonly source: string
  readonly find: FindTerms
  readonly protection: Protection
}

/** The sentences of a passage; those found in a memory, and those without words, are already done. */
async function prepared(
  passage: Passage,
  { memory, find, splitting, source, protection }: Preparing,
  pause: () => Promise<void>,
): Promise<Sentence[]> {
  const sentences: Sentence[] = []
  for (const part of await sentencesOf(passage, splitting, pause, protection.isPart)) {
    await pause()
    const sentence = edgesOf(part, protection)
    const original = protection.original(sentence.core)
    const known = hasMarks(original) || !memory ? undefined : await memory(plainText(original), source)
    if (known !== undefined) sentences.push({ ...sentence, done: [known] })
    else if (!/\p{L}/u.test(plainText(sentence.core))) sentences.push({ ...sentence, done: sentence.core })
    else sentences.push({ ...sentence, ...(await find(sentence.core)) })
  }
  return sentences
}

const hasMarks = (passage: Passage) => passage.some((piece) => typeof piece === 'number')
const hasWords = ({ core, protection }: Sentence) => /\p{L}/u.test(plainText(protection.original(core)))

/** A passage in which nothing is protected. */
function unprotected(passage: Passage): Protection {
  return {
    passages: [[...passage]],
    isPart: () => false,
    original: (pieces) => [...pieces],
    restored: ([translated = []]) => [...translated],
  }
}

function edgesOf(passage: Passage, protection: Protection): Sentence {
  const core = [...passage]
  const [first] = core
  const lead = typeof first === 'string' ? first.slice(0, first.length - first.trimStart().length) : ''
  if (typeof first === 'string') core[0] = first.slice(lead.length)
  const last = core.at(-1)
  const trimmed = typeof last === 'string' ? last.trimEnd() : ''
  const trail = typeof last === 'string' ? last.slice(trimmed.length) : ''
  if (typeof last === 'string') core[core.length - 1] = trimmed
  return { protection, lead, core: joined(core), trail, terms: new Map(), done: undefined }
}

function segmentOf(
  { core, terms, done, protection }: Sentence,
  { words, unknown }: Pick<Rendering, 'words' | 'unknown'>,
): TranslatedSegment {
  const [source, target] = [core, done ?? []].map((pieces) => plainText(protection.original(pieces)))
  const isKept = source?.toLowerCase() === target?.toLowerCase()
  return { isKept, source: source ?? '', target: target ?? '', words: words + terms.size, unknown }
}
