// What handlers of stored things answer when they cannot do what was asked, in the words of the wire (SOURCES 5).
import { type Refusal, refuse } from '#define'
import { formats } from '../../wire/formats.ts'
import { ModelError } from '../../wire/model-error.ts'

/** A fault in the words of chat completions, which files, fine-tunes and models share. */
export function refused(fault: ModelError): Refusal {
  const { status, headers, body } = formats.openai.writeError(fault)
  return refuse(status, body, { ...headers })
}

/** 400 that names the parameter. */
export const invalid = (param: string, message: string): Refusal =>
  refused(new ModelError('invalid', message, { param, code: 'invalid_value' }))

/** 404 for something that is not there, or is another account's. */
export const missing = (thing: string, id: string): Refusal =>
  refused(
    new ModelError('missing', `No such ${thing} object: ${id.slice(0, 100)}`, {
      param: 'id',
      code: 'resource_missing',
    }),
  )

/** 400 that tells that an account keeps too much. */
export const full = (message: string): Refusal => refused(new ModelError('invalid', message, { code: 'storage_full' }))
