// Reasons why an inspect link or certificate is unreadable. The cause is always the caller's input, so handlers respond
// with 400.

type InspectProblemCode =
  | 'link.invalid'
  | 'link.too_long'
  | 'link.template'
  | 'link.other_game'
  | 'certificate.length'
  | 'certificate.checksum'
  | 'certificate.malformed'

/** A problem of an inspect link. The message is for the caller and never repeats the input. */
export class InspectError extends Error {
  override name = 'InspectError'
  readonly code: InspectProblemCode
  constructor(code: InspectProblemCode, message: string) {
    super(message)
    this.code = code
  }
}
