// The provider's errors: a status, and one English sentence under `error` (SOURCES 1.4).
import { type Refusal, refuse } from '#define'

const refusal = (status: number, error: string, headers?: Record<string, string>): Refusal =>
  refuse(status, { error }, headers)

/** 400: a parameter of the query is wrong, incomplete or out of bounds. */
export const badRequest = (error: string): Refusal => refusal(400, error)
/** 403: the path names another user. The message does not disclose which users exist. */
export const notAllowed = (): Refusal => refusal(403, 'You are not allowed to do that')
/** 404: the user has no such resource. Other users' resources are not disclosed. */
export const notFound = (resource: string): Refusal => refusal(404, `${resource} not found`)
/** 409: the current state forbids the change. */
export const conflict = (error: string): Refusal => refusal(409, error)
/** 422: a member of the body is wrong. */
export const invalid = (error: string): Refusal => refusal(422, error)
/** 422: events do not align into periods; the headers suggest calendar periods that work (SOURCES 8.5). */
export const noEventPeriods = ({ type, interval }: { readonly type: string; readonly interval: number }): Refusal =>
  refusal(422, 'Analysis by event period is not possible: the budget events overlap or do not align', {
    'x-suggested-time-period-alternative-type': type,
    'x-suggested-time-period-alternative-interval': String(interval),
  })
