// The client of the self-service API alone: for pages that count bytes and bring a small connection of their own.
export type { ApiPromise } from '../api-promise.ts'
export * from '../generated/me.ts'
export type { Call } from '../request.ts'
export type { BareMethod, Connection, Method, Methods, Site } from '../runtime.ts'
