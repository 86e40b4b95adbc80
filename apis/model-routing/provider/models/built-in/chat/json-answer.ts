// Answers in JSON: of a schema, or an object of the prompt's own facts.
import type { ResponseFormat } from '../../../wire/chat-request.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { SchemaTrouble } from '../schema/fitting.ts'
import { makeValue } from '../schema/value-maker.ts'
import { type Extracted, extract } from '../text/extraction.ts'

/** JSON text that fits the form. Throws ModelError 'invalid' when the model finds none. */
export function jsonAnswer(form: ResponseFormat, text: string, words: string): string {
  if (form.kind !== 'schema') return JSON.stringify(factsOf(text, words))
  try {
    return JSON.stringify(makeValue(form.schema, text))
  } catch (error) {
    if (error instanceof SchemaTrouble) throw new ModelError('invalid', error.message, { param: 'response_format' })
    throw error
  }
}

const kinds: readonly Extracted[] = ['numbers', 'dates', 'emails', 'urls']

/** `key: value` pairs of the prompt where it has some, what can be read out of it, and the answer in words. */
function factsOf(text: string, words: string): Record<string, unknown> {
  const found = kinds.flatMap((kind) => {
    const values = extract(kind, text)
    return values.length === 0 ? [] : [[kind, kind === 'numbers' ? values.map(Number) : values] as const]
  })
  return { answer: words, ...Object.fromEntries(found) }
}
