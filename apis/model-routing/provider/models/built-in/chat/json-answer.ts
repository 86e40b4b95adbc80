// Answers in JSON: a value for a schema, or an object that contains the answer in words.
import { bareText } from '../../../wire/answer-forms.ts'
import type { ResponseFormat } from '../../../wire/chat-request.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { SchemaTrouble } from '../schema/fitting.ts'
import { makeValue } from '../schema/value-maker.ts'

/** Returns JSON in the requested format, or a bare choice. Throws ModelError 'invalid' if the model finds none. */
export function jsonAnswer(format: ResponseFormat, prompt: string, words: string): string {
  if (format.kind !== 'schema') return JSON.stringify({ answer: words })
  try {
    const json = JSON.stringify(makeValue(format.schema, prompt))
    return format.isBareText === true ? bareText(json) : json
  } catch (error) {
    if (error instanceof SchemaTrouble) throw new ModelError('invalid', error.message, { param: 'response_format' })
    throw error
  }
}
