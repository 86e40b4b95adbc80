// Moderation of texts by lists of phrases (SOURCES 3.5). Pictures are refused: an unexamined picture must not pass as
// harmless.
import type { HandlersFor } from '#define'
import { yieldToEventLoop } from '#provider'
import type { endpoints } from '../../../../endpoints.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { builtInFor } from '../models.ts'
import { hashOf } from '../text/words.ts'
import { type HarmCategory, harmCategories, harmIn } from './harm-rules.ts'

const mostInputs = 1000
/** Limit of all texts together, in UTF-16 units. */
const mostText = 1_000_000

export const moderationHandlers: HandlersFor<typeof endpoints, 'createModeration'> = {
  async createModeration({ body }) {
    const model = builtInFor('moderations', body.model)
    const texts = readTexts(body.input)
    if (texts.reduce((sum, text) => sum + text.length, 0) > mostText)
      throw invalid(`input may have ${mostText} characters.`)
    const results = []
    for (const text of texts) {
      await yieldToEventLoop()
      const harm = harmIn(plain(text))
      results.push({
        flagged: harm.size > 0,
        categories: ofEach((category) => harm.has(category)),
        category_scores: ofEach((category) => (harm.has(category) ? 0.9 : 0.0001)),
        category_applied_input_types: ofEach(() => ['text']),
      })
    }
    return { id: `modr-${hashOf(texts.join('\n')).toString(16).padStart(8, '0')}`, model, results }
  },
}

function ofEach<T>(value: (category: HarmCategory) => T): Record<HarmCategory, T> {
  // the names come from the list that the type is made of
  return Object.fromEntries(harmCategories.map((category) => [category, value(category)])) as Record<HarmCategory, T>
}

/** Returns a text in lower case with single spaces, without punctuation inside sentences. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s,:"()*_]+/gu, ' ')

/** Reads one string for each string, or one for all parts of an input. */
function readTexts(input: unknown): string[] {
  if (typeof input === 'string') return [input]
  if (!Array.isArray(input) || input.length === 0)
    throw invalid('input must be a string, a list of strings, or content parts.')
  if (input.length > mostInputs) throw invalid(`input may be a list of at most ${mostInputs}.`)
  if (input.every((item) => typeof item === 'string')) return input
  const parts = input.map((item: unknown) => {
    const part: { readonly type?: unknown; readonly text?: unknown } = Object(item)
    if (part.type === 'image_url')
      throw invalid('This model is a list of phrases and sees no pictures; send text only.')
    if (part.type !== 'text' || typeof part.text !== 'string')
      throw invalid('Each part must have the type text and a string as its text.')
    return part.text
  })
  return [parts.join('\n')]
}

const invalid = (message: string) => new ModelError('invalid', message, { param: 'input' })
