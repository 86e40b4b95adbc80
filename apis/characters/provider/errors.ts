// The provider's own errors (SOURCES 4).
import { refuse } from '#define'

/** Returns 404 for a page that does not exist, and so for filters without matches. */
export const noSuchPage = () => refuse(404, { error: 'There is nothing here' })

/** Returns 404 for an unknown route; unlike `noSuchPage`, its message ends with a full stop. */
export const noSuchRoute = () => refuse(404, { error: 'There is nothing here.' })

/** Returns 404 for an unknown id; `kind` is capitalised. */
export const recordNotFound = (kind: string) => refuse(404, { error: `${kind} not found` })

/** Returns 400 for an id that is not a number; the provider sends 500, although the caller is at fault. */
export const badId = () => refuse(400, { error: 'Hey! you must provide an id' })

/** Returns 400 for a malformed list of ids; the provider sends 500 here, too. */
export const badList = () => refuse(400, { error: 'Bad... bad array :/' })
