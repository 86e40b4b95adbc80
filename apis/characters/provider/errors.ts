// The provider's own errors (SOURCES 4).
import { refuse } from '#define'

/** 404 for a page that does not exist, and so for filters without matches. */
export const noSuchPage = () => refuse(404, { error: 'There is nothing here' })

/** 404 of a route that does not exist; unlike the one above it ends with a full stop. */
export const noSuchRoute = () => refuse(404, { error: 'There is nothing here.' })

/** 404 for an id that no record has; `kind` is capitalised. */
export const recordNotFound = (kind: string) => refuse(404, { error: `${kind} not found` })

/** For an id that is not a number; the provider answers it with 500, although the mistake is the caller's. */
export const badId = () => refuse(400, { error: 'Hey! you must provide an id' })

/** For a list of ids that cannot be read; the provider answers it with 500, too. */
export const badList = () => refuse(400, { error: 'Bad... bad array :/' })
