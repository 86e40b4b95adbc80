// Keeps responses for 30 days, so that later ones can continue them: the input of each with everything before it.
import { missing } from '../../errors.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { itemsOf } from '../../wire/responses.ts'
import { openCompaction } from './compaction.ts'
import type { StoredDeps } from './stored-deps.ts'

export interface StoredResponse {
  readonly response: Json
  readonly items: readonly unknown[]
}
export interface ResponseStore {
  /**
   * The input of a body: with the conversation that it continues before it, and with the items that it only refers to.
   * Throws ModelError 'invalid' or 'missing'.
   */
  inputOf(account: string, body: unknown): Promise<readonly unknown[]>
  /** Keeps a response unless it is too large. */
  keep(account: string, stored: StoredResponse): Promise<void>
  /** Throws a refusal for an unknown id. */
  read(account: string, id: string): Promise<StoredResponse>
  remove(account: string, id: string): Promise<void>
  deleteExpired(): Promise<void>
}

const table = 'model_routing_responses'
const lifetimeMs = 30 * 86_400_000
const largestBytes = 1024 * 1024
const mostPerAccount = 500

export function createResponseStore(deps: StoredDeps): ResponseStore {
  const { db, now } = deps

  async function find(account: string, id: string): Promise<StoredResponse | undefined> {
    const row = await db
      .selectFrom(table)
      .select(['response', 'items'])
      .where('id', '=', id)
      .where('account', '=', account)
      .where('created_ms', '>', now() - lifetimeMs)
      .executeTakeFirst()
    return row && { response: JSON.parse(row.response), items: JSON.parse(row.items) }
  }
  async function read(account: string, id: string): Promise<StoredResponse> {
    const stored = await find(account, id)
    if (!stored) throw missing('response', id)
    return stored
  }
  async function trim(account: string): Promise<void> {
    const surplus = await db
      .selectFrom(table)
      .select('id')
      .where('account', '=', account)
      .orderBy('created_ms', 'desc')
      .orderBy('id')
      .offset(mostPerAccount)
      .limit(100)
      .execute()
    const ids = surplus.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute()
  }

  return {
    async inputOf(account, body) {
      const own = {
        find: (id: string) => find(account, id),
        open: (sealed: string) => openCompaction(deps, account, sealed),
      }
      const items: unknown[] = [...(await before(own.find, body))]
      for (const [index, item] of itemsOf(body).entries())
        items.push(await resolved(item, { ...own, name: `input[${index}]` }))
      return items
    },
    async keep(account, { response, items }) {
      const row = { response: JSON.stringify(response), items: JSON.stringify(items) }
      if (row.response.length + row.items.length > largestBytes) return
      await db
        .insertInto(table)
        .values({ id: String(response.id), account, created_ms: now(), ...row })
        .execute()
      await trim(account)
    },
    read,
    async remove(account, id) {
      await read(account, id)
      await db.deleteFrom(table).where('id', '=', id).where('account', '=', account).execute()
    },
    async deleteExpired() {
      await db
        .deleteFrom(table)
        .where('created_ms', '<=', now() - lifetimeMs)
        .execute()
    },
  }
}

/** Finds a response of one account. */
type Find = (id: string) => Promise<StoredResponse | undefined>

/** Returns the conversation that a body continues. */
async function before(find: Find, body: unknown): Promise<readonly unknown[]> {
  const previous = isJson(body) ? (body.previous_response_id ?? undefined) : undefined
  if (previous === undefined) return []
  const stored = typeof previous === 'string' ? await find(previous) : undefined
  if (!stored)
    throw new ModelError('invalid', 'Previous response with that id not found.', {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    })
  return [...stored.items, ...outputOf(stored)]
}

interface Resolving {
  readonly find: Find
  /** Opens a sealed conversation; undefined if it was not sealed for this account. */
  readonly open: (sealed: string) => ReturnType<typeof openCompaction>
  /** Name of the item in errors. */
  readonly name: string
}

/** Resolves an item that refers to others or seals them; other items stay as they are. */
async function resolved(item: unknown, { find, open, name }: Resolving): Promise<unknown> {
  if (!isJson(item)) return item
  if (item.type === 'item_reference' || (item.type === undefined && item.role === undefined))
    return referredTo(find, item, name)
  if (item.type !== 'compaction' && item.type !== 'compaction_summary') return item
  const sealed = item.encrypted_content
  const kept = typeof sealed === 'string' ? await open(sealed) : undefined
  if (!kept)
    throw new ModelError('invalid', 'This compaction was not made here, or was changed.', {
      param: `${name}.encrypted_content`,
    })
  const text = kept.map(({ by, text }) => `${by}: ${text}`).join('\n')
  return { type: 'message', role: 'developer', content: `The conversation so far, in short:\n${text}` }
}

/** Finds an item by its id, which names its answer. */
async function referredTo(find: Find, { id }: Json, name: string): Promise<unknown> {
  const [, answer = ''] = /^[a-z]+_([0-9a-f]+)_\d+$/.exec(typeof id === 'string' ? id.slice(0, 100) : '') ?? []
  const stored = answer === '' ? undefined : await find(`resp_${answer}`)
  const item = stored && outputOf(stored).find((one) => isJson(one) && one.id === id)
  if (item === undefined)
    throw new ModelError('invalid', `Item with that id not found.`, { param: `${name}.id`, code: 'item_not_found' })
  return item
}

const outputOf = ({ response }: StoredResponse): readonly unknown[] =>
  Array.isArray(response.output) ? response.output : []
