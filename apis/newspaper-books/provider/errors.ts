// The provider's own errors (SOURCES 5.2): a list of strings in the envelope of every answer.
import { type Refusal, refuse } from '#define'

/** Thrown by the reading of parameters and by the endpoints; the envelope is added where the answer is written. */
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

/** 400 with the reason. */
export function badRequest(reason: string): ListError {
  return new ListError(400, [reason, 'Bad Request'])
}

/** 404: no list has that name, or none was published then. */
export function noList(): ListError {
  return new ListError(404, ['No list found for list name and/or date provided.', 'Not Found'])
}

/** 404 for a format that is neither json nor jsonp. */
export function unknownFormat(): ListError {
  return new ListError(404, ['Not Found'])
}

export function refusalOf({ status, errors }: ListError, copyright: string): Refusal {
  return refuse(status, { status: 'ERROR', copyright, errors, results: [] })
}
