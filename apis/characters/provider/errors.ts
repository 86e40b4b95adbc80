// The provider's own errors (SOURCES 4).
import { refuse } from '#define'

/** 404 for a page that does not exist, and so for filters without matches. */
export const noSuchPage = () => refuse(404, { error: 'There is nothing here' })

/** 404 of a route that does not exist; unlike the one above it ends with a full stop. */
export const noSuchRoute = () => refuse(404, { error: 'There is nothing here.' })

/** 404 for an id that no record has; `kind` is capitalised. */
export const recordNotFound = (kind: string) => refuse(404, { error: `${kind} not found` })

/** 500 for an id that is not a number. */
export const badId = () => refuse(500, { error: 'Hey! you must provide an id' })

/** 500 for a list of ids that cannot be read. */
export const badList = () => refuse(500, { error: 'Bad... bad array :/' })
