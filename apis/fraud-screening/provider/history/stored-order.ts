// An order as it is stored.
import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Traits } from '../order/traits.ts'

export type Db = Kysely<Tables>
export type Status = 'APPROVE' | 'REVIEW' | 'REJECT' | 'IGNORE'

export interface StoredOrder {
  readonly account: string
  readonly id: string
  readonly madeAt: number
  readonly score: number
  readonly status: Status
  readonly blacklisted: boolean
  readonly traits: Traits
}
