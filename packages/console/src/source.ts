// The data source of views shared by both roles: the account's own API, or the operator's over all accounts. The
// operator's client is loaded only for the operator.

import type { Admin } from '../../client/operator/mod.ts'
import type {
  ListCallsOutput,
  Me,
  SpendingInput,
  SpendingOutput,
  UsageInput,
  UsageOutput,
} from '../../client/own/mod.ts'
import { operatorConnection, type Role, self } from './session.ts'

export type Dimension = 'listing' | 'endpoint' | 'key' | 'provider' | 'status' | 'surface' | 'account'
export interface UsageQuery extends Omit<UsageInput, 'group'> {
  readonly group: readonly Dimension[]
  readonly account?: string | null
}

interface SpendingQuery extends Omit<SpendingInput, 'by'> {
  readonly by: 'day' | 'model' | 'key' | 'account'
  readonly account?: string | null
}

/** The common part of both APIs. Inputs may name an `account`, which only the operator's API knows. */
export interface Source extends Pick<Me, 'listCalls' | 'getCall' | 'listErrors' | 'health'> {
  usage(query: UsageQuery): Promise<Usage>
  spending(query: SpendingQuery): Promise<SpendingOutput>
}
/** A report of usage that both roles get; that of an account also says what was spent. */
type Usage = Omit<UsageOutput, 'spent'>
export type CallRow = ListCallsOutput['calls'][number] & { readonly account?: string }

let loaded: Admin | undefined

export async function operatorClient(): Promise<Admin> {
  if (!loaded) {
    const { admin } = await import('../../client/operator/mod.ts')
    loaded = admin(operatorConnection)
  }
  return loaded
}

const own: Source = {
  ...self,
  usage: ({ group, ...query }) => self.usage({ ...query, group: group.filter((one) => one !== 'account') }),
  spending: ({ by, ...query }) => self.spending({ ...query, by: by === 'account' ? 'model' : by }),
}

export async function sourceOf(role: Role): Promise<Source> {
  if (role === 'account') return own
  const operator = await operatorClient()
  return { ...operator, usage: ({ group, ...query }) => operator.usage({ ...query, group: [...group] }) }
}

export type UsageRow = UsageOutput['rows'][number] & { readonly account?: string }
/** Maximum number of pages of 100 rows that a view reads. */
const mostPages = 10

/** Reads the rows of a usage report, page by page; `isCut` is true if there are more. */
export async function readUsage(source: Source, input: UsageQuery) {
  const first = await source.usage({ ...input, limit: 100 })
  const rows: UsageRow[] = [...first.rows]
  let { next } = first
  for (let page = 1; page < mostPages && next !== undefined; page++) {
    const answer = await source.usage({ ...input, limit: 100, after: next })
    rows.push(...answer.rows)
    next = answer.next
  }
  return { rows, total: first.total, isCut: next !== undefined }
}
