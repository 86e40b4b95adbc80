// Documents in the database: the file until it is translated, then the result until it is downloaded.
import { createHash } from 'node:crypto'
import type { ProviderKit } from '#define'
import type { DocumentsTable, Tables } from '../../tables.ts'
import { notFound } from '../errors.ts'

export interface DocumentStore {
  add(document: DocumentsTable): Promise<void>
  /** Without its bytes. Throws 404 unless the key is the document's. */
  find(account: string, id: string, key: string): Promise<DocumentState>
  /** The whole row, or undefined. */
  load(account: string, id: string): Promise<DocumentsTable | undefined>
  change(document: Pick<DocumentsTable, 'account' | 'id'>, values: Partial<DocumentsTable>): Promise<void>
  /** The result, once: it is removed with the same statement that marks it as downloaded. */
  take(document: DocumentState): Promise<Buffer | undefined>
  count(account: string): Promise<number>
  removeOlderThan(time: number): Promise<void>
}
export type DocumentState = Omit<DocumentsTable, 'source' | 'result'>

const state = [
  ...(['account', 'id', 'key_hash', 'paid_by', 'status', 'name', 'request'] as const),
  ...(['billed', 'error', 'evaluation', 'created_at', 'updated_at'] as const),
]

export const hashOf = (key: string) => createHash('sha256').update(key.toUpperCase()).digest('hex')

export function createDocumentStore({ db, now }: Pick<ProviderKit<Tables>, 'db' | 'now'>): DocumentStore {
  return {
    async add(document) {
      await db.insertInto('translation_documents').values(document).execute()
    },
    async find(account, id, key) {
      const row = await db
        .selectFrom('translation_documents')
        .select(state)
        .where('account', '=', account)
        .where('id', '=', id.toUpperCase())
        .executeTakeFirst()
      if (!row || row.key_hash !== hashOf(key)) throw notFound('Document not found')
      return row
    },
    load: (account, id) =>
      db
        .selectFrom('translation_documents')
        .selectAll()
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirst(),
    async change({ account, id }, values) {
      await db
        .updateTable('translation_documents')
        .set({ ...values, updated_at: now() })
        .where('account', '=', account)
        .where('id', '=', id)
        .execute()
    },
    async take({ account, id }) {
      const row = await db
        .selectFrom('translation_documents')
        .select('result')
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      const { numUpdatedRows } = await db
        .updateTable('translation_documents')
        .set({ status: 'downloaded', result: null, updated_at: now() })
        .where('account', '=', account)
        .where('id', '=', id)
        .where('status', '=', 'done')
        .executeTakeFirst()
      return numUpdatedRows === 0n ? undefined : (row?.result ?? undefined)
    },
    async count(account) {
      const { count } = await db
        .selectFrom('translation_documents')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('account', '=', account)
        .where('status', '!=', 'downloaded')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async removeOlderThan(time) {
      await db.deleteFrom('translation_documents').where('updated_at', '<', time).execute()
    },
  }
}
