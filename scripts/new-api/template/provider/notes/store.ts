// Notes in the database, per account. The sample comes first: its ids begin at 1, and stored notes follow.
import type { Kysely } from 'kysely'
import { bumpRevision } from '#provider'
import type { Tables } from '../../tables.ts'

export interface Note {
  readonly id: number
  readonly text: string
  readonly isSample: boolean
}
export interface NoteStore {
  /** Newest first. */
  newest(account: string, limit: number): Promise<Note[]>
  find(account: string, id: number): Promise<Note | undefined>
  add(account: string, text: string): Promise<Note>
}

export function createNoteStore(db: Kysely<Tables>, sample: readonly string[]): NoteStore {
  const samples = sample.map((text, index): Note => ({ id: index + 1, text, isSample: true }))
  const stored = (account: string) =>
    db.selectFrom('sample_notes_notes').select(['number', 'text']).where('account', '=', account)
  const noteOf = (row: { number: number; text: string }): Note => ({
    id: samples.length + row.number,
    text: row.text,
    isSample: false,
  })

  return {
    async newest(account, limit) {
      const rows = await stored(account).orderBy('number', 'desc').limit(limit).execute()
      return [...rows.map(noteOf), ...samples.toReversed()].slice(0, limit)
    },
    async find(account, id) {
      const row = await stored(account)
        .where('number', '=', id - samples.length)
        .executeTakeFirst()
      return row ? noteOf(row) : samples.find((note) => note.id === id)
    },
    async add(account, text) {
      return db.transaction().execute(async (within) => {
        // locks the row, so that no two writers take the same number
        await bumpRevision(within, 'sample_notes_state')
        const last = await within
          .selectFrom('sample_notes_notes')
          .select(({ fn }) => fn.max('number').as('number'))
          .where('account', '=', account)
          .executeTakeFirst()
        const number = Number(last?.number ?? 0) + 1
        await within.insertInto('sample_notes_notes').values({ account, number, text }).execute()
        return noteOf({ number, text })
      })
    },
  }
}
