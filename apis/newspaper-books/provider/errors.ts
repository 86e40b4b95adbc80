// The provider's own errors (SOURCES 5.2): a list of strings in the common envelope.
import { type Refusal, refuse } from '#define'

/** An error of parameters or endpoints; the envelope is added when the response is written. */
export class ListError extends Error {
  override name = 'ListError'
  readonly status: number
  readonly errors: readonly string[]
  constructor(status: number, errors: readonly string[]) {
    super(errors.join(' '))
    this.status = status
    this.errors = errors
  }
}

/** Returns 400 with the reason. */
export function badRequest(reason: string): ListError {
  return new ListError(400, [reason, 'Bad Request'])
}

/** Returns 404: the list does not exist, or was not published then. */
export function noList(): ListError {
  return new ListError(404, ['No list found for list name and/or date provided.', 'Not Found'])
}

/** Returns 404 for a format other than json and jsonp. */
export function unknownFormat(): ListError {
  return new ListError(404, ['Not Found'])
}

export function refusalOf({ status, errors }: ListError, copyright: string): Refusal {
  return refuse(status, { status: 'ERROR', copyright, errors, results: [] })
}
