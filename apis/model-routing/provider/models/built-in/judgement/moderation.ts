// Moderation of texts by lists of phrases (FACTS 3.5). Pictures are refused: a picture that nobody looked at must not pass as harmless.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../../../endpoints.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { builtInFor } from '../models.ts'
import { createPauses } from '../text/pauses.ts'
import { hashOf } from '../text/words.ts'
import { type HarmCategory, harmCategories, harmRules, milderContexts } from './harm-rules.ts'

const mostInputs = 1000
/** Of all texts together, in UTF-16 units. */
const mostText = 1_000_000
const flaggedFrom = 0.5

export const moderationHandlers: HandlersFor<typeof endpoints, 'createModeration'> = {
  async createModeration({ body }) {
    const model = builtInFor('moderations', body.model)
    const texts = readTexts(body.input)
    if (texts.reduce((sum, text) => sum + text.length, 0) > mostText) throw invalid(`input may have ${mostText} signs.`)
    const results = []
    const pause = createPauses()
    for (const text of texts) {
      await pause()
      const scores = harmScores(text)
      results.push({
        flagged: harmCategories.some((category) => scores[category] >= flaggedFrom),
        categories: ofEach((category) => scores[category] >= flaggedFrom),
        category_scores: ofEach((category) => scores[category]),
        category_applied_input_types: ofEach(() => ['text']),
      })
    }
    return { id: `modr-${hashOf(texts.join('\n')).toString(16).padStart(8, '0')}`, model, results }
  },
}

/** From 0 to below 1; at least 0.5 flags. */
export function harmScores(text: string): Record<HarmCategory, number> {
  const evidence = new Map<HarmCategory, number>()
  for (const piece of piecesOf(text)) {
    const share = milderContexts.some((context) => context.test(piece)) ? 0.4 : 1
    for (const { sign, weights } of harmRules) {
      if (!sign.test(piece)) continue
      for (const category of harmCategories)
        evidence.set(category, (evidence.get(category) ?? 0) + share * (weights[category] ?? 0))
    }
  }
  return ofEach((category) => Math.round(scoreOf(evidence.get(category) ?? 0) * 1e6) / 1e6)
}

/** No evidence is nearly nothing, evidence of 0.9 is the edge of what is flagged. */
const scoreOf = (evidence: number): number => (evidence === 0 ? 0.0001 : 1 / (1 + Math.exp(-6 * (evidence - 0.9))))

function ofEach<T>(value: (category: HarmCategory) => T): Record<HarmCategory, T> {
  // the names come from the list that the type is made of
  return Object.fromEntries(harmCategories.map((category) => [category, value(category)])) as Record<HarmCategory, T>
}

/** Sentences in lower case with single spaces, long ones in pieces, so that no sign is sought in much at once. */
function piecesOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  return plain.split(/[.!?\n;]+/u).flatMap((sentence) => {
    const line = sentence.replace(/[\s,:"()*_]+/gu, ' ').trim()
    const pieces: string[] = []
    for (let at = 0; at < line.length; at += 900) pieces.push(line.slice(at, at + 1000))
    return pieces
  })
}

/** One text for each string, one for all parts of a content. */
function readTexts(input: unknown): string[] {
  if (typeof input === 'string') return [input]
  if (!Array.isArray(input) || input.length === 0) throw invalid('input must be a text, texts, or parts of a content.')
  if (input.length > mostInputs) throw invalid(`input may be a list of at most ${mostInputs}.`)
  if (input.every((item) => typeof item === 'string')) return input
  const parts = input.map((item: unknown) => {
    const part: { readonly type?: unknown; readonly text?: unknown } = Object(item)
    if (part.type === 'image_url')
      throw invalid('This model is a list of phrases and sees no pictures; send text only.')
    if (part.type !== 'text' || typeof part.text !== 'string')
      throw invalid('Each part must have type text and a text.')
    return part.text
  })
  return [parts.join('\n')]
}

const invalid = (message: string) => new ModelError('invalid', message, { param: 'input' })
