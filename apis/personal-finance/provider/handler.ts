// The handler types of this provider. Invalid parameters are refused with the provider's own errors, so the gateway
// does not validate them: their names are declared, their values are arbitrary.
import type { Call, Handler, InputOf } from '#define'
import type { endpoints } from '../endpoints.ts'
import type { LedgerAccess } from './ledger-transaction.ts'

type Endpoints = typeof endpoints
/** A body of which only the declared names are known; `readBody` reads it. */
export interface UnreadBody<T> {
  readonly '~declared'?: T
}
/** Declared names with unvalidated values. */
export type Unread<T> = { readonly [K in keyof T]?: K extends 'body' ? UnreadBody<T[K]> : unknown }

type LedgerHandler<K extends keyof Endpoints> = (
  input: Unread<InputOf<Endpoints[K]>>,
  access: LedgerAccess,
  call: Call,
) => ReturnType<Handler<Endpoints[K]>>
/** The handlers of some endpoints, grouped by topic. */
export type LedgerHandlers<K extends keyof Endpoints> = { readonly [N in K]: LedgerHandler<N> }
