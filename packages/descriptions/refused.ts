/** Thrown for a document that cannot become a listing; nothing has changed then. The message is for people. */
export class DescriptionRefused extends Error {
  override name = 'DescriptionRefused'
  /** JSON Pointer to the place in the document; empty for the whole. */
  readonly pointer: string
  /** A sentence that says what to do. */
  readonly reason: string

  constructor(pointer: string, reason: string) {
    super(pointer === '' ? reason : `${pointer}: ${reason}`)
    this.pointer = pointer
    this.reason = reason
  }
}
