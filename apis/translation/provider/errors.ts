// The provider's own errors: `message`, for glossaries also `detail` (SOURCES 1.4).
import { type Refusal, refuse } from '#define'

export const badRequest = (message: string, detail?: string): Refusal =>
  refuse(400, { message, ...(detail === undefined ? {} : { detail }) })
export const notSpecified = (name: string): Refusal => badRequest(`Parameter '${name}' not specified.`)
export const notSupported = (name: string): Refusal => badRequest(`Value for '${name}' not supported.`)
/** 403: what the plan, or this installation, does not include. */
export const forbidden = (message: string): Refusal => refuse(403, { message })
export const notFound = (message = 'Not found'): Refusal => refuse(404, { message })
export const conflict = (message: string): Refusal => refuse(409, { message })
export const tooLarge = (message: string): Refusal => refuse(413, { message })
export const unsupportedMedia = (message: string): Refusal => refuse(415, { message })
export const quotaExceeded = (message = 'Quota for this billing period has been exceeded.'): Refusal =>
  refuse(456, { message })
/** 503: the call may succeed later. */
export const notReady = (message: string): Refusal => refuse(503, { message })
/** 503: others are being served; the same call soon succeeds. */
export const tooBusy = (): Refusal =>
  refuse(503, { message: 'Too many texts are waiting. Try again in a moment.' }, { 'retry-after': '1' })
/** 503: an engine failed; the text is not passed off as translated. */
export const engineFailed = (message: string): Refusal => refuse(503, { message })
