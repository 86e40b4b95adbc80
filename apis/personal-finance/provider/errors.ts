// The provider's errors: a status and one English sentence (FACTS 1).
import { type Refusal, refuse } from '#define'

const sentence = (status: number, error: string): Refusal => refuse(status, { error })

/** 400: a parameter of the query is wrong, half given or out of bounds. */
export const badRequest = (error: string): Refusal => sentence(400, error)
/** 403: another user is meant. Which users exist is not told. */
export const notAllowed = (): Refusal => sentence(403, 'You are not allowed to do that')
/** 404: the owner has no such thing. What others have is not told apart from what nobody has. */
export const notFound = (thing: string): Refusal => sentence(404, `${thing} not found`)
/** 409: it cannot be done to what is there. */
export const conflict = (error: string): Refusal => sentence(409, error)
/** 422: a member of the body is wrong. */
export const invalid = (error: string): Refusal => sentence(422, error)
