// The provider's own errors (SOURCES 1.5).
import { type Refusal, refuse } from '#define'

/** 400 in the usual form. */
export function badRequest(message: string): Refusal {
  return refuse(400, { error: message })
}

/** 400 of the ratings, whose body is a string. */
export function badRating(message: string): Refusal {
  return refuse(400, message)
}

export function invalidSeasonType(): Refusal {
  return badRequest('Invalid season type')
}
