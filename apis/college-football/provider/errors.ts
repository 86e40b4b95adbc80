// The provider's own errors (SOURCES 1.5).
import { type Refusal, refuse } from '#define'

/** Returns a 400 in the usual form. */
export function badRequest(message: string): Refusal {
  return refuse(400, { error: message })
}

/** Returns a 400 of the ratings, whose body is a string. */
export function badRating(message: string): Refusal {
  return refuse(400, message)
}

export function invalidSeasonType(): Refusal {
  return badRequest('Invalid season type')
}

/** Returns a 400 of version 2 for missing or invalid parameters. */
export function invalidParameters(name: string): Refusal {
  return refuse(400, { message: 'Validation Failed', details: { [name]: { message: `'${name}' is required` } } })
}

/** Returns a 400 of version 2 if one of several parameters is required. */
export function incompleteParameters(message: string): Refusal {
  return refuse(400, { message })
}

/** Converts a refusal of version 1 to version 2. */
export function refusedInSecond({ status, body }: Refusal): Refusal {
  const { error = body }: { readonly error?: unknown } = Object(body)
  return refuse(status, { message: error })
}
