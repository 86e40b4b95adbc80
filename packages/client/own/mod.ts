// The client of the self-service API alone: for pages with a strict size limit and their own small connection.
export type { ApiPromise } from '../api-promise.ts'
export * from '../generated/me.ts'
export type { Call } from '../request.ts'
export type { BareMethod, Connection, Method, Methods, Site } from '../runtime.ts'
