// Why an inspect link or a certificate cannot be read. It is always the caller's input that is wrong: handlers answer
// 400.

export type InspectProblemCode =
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
