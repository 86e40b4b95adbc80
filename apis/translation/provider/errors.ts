// The provider's own errors: `message`, for glossaries also `detail` (SOURCES 1.4).
import { type Refusal, refuse } from '#define'

export const badRequest = (message: string, detail?: string): Refusal =>
  refuse(400, { message, ...(detail === undefined ? {} : { detail }) })
export const notSpecified = (name: string): Refusal => badRequest(`Parameter '${name}' not specified.`)
/** A 400 for an unsupported value; lists the supported ones if they depend on the installation. */
export const notSupported = (name: string, present: readonly string[] = []): Refusal =>
  badRequest(
    `Value for '${name}' not supported.${present.length > 0 ? ` Here it is one of ${present.join(', ')}.` : ''}`,
  )
/** A 403 for a feature that the plan or this installation does not include. */
export const forbidden = (message: string): Refusal => refuse(403, { message })
export const notFound = (message = 'Not found'): Refusal => refuse(404, { message })
export const conflict = (message: string): Refusal => refuse(409, { message })
export const tooLarge = (message: string): Refusal => refuse(413, { message })
export const unsupportedMedia = (message: string): Refusal => refuse(415, { message })
export const quotaExceeded = (message = 'Quota for this billing period has been exceeded.'): Refusal =>
  refuse(456, { message })
/** A 503 for a call that may succeed later. */
export const notReady = (message: string): Refusal => refuse(503, { message })
/** A 503 while others are being served; the same call soon succeeds. */
export const tooBusy = (): Refusal =>
  refuse(503, { message: 'Too many texts are waiting. Try again in a moment.' }, { 'retry-after': '1' })
/** A 503 after an engine failed; the text is not passed off as translated. */
export const engineFailed = (message: string): Refusal => refuse(503, { message })
export const equalLanguages = (): Refusal => badRequest('Source and target language are equal.')
