// The visible sentences: those of the import that their book names.
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import { maxSentences } from '../book.ts'

/** Selects the visible sentences `s` with their books `b`. */
export function visibleSentences(db: Kysely<Tables>) {
  return db
    .selectFrom('author_sentences_sentences as s')
    .innerJoin('author_sentences_books as b', (join) =>
      join.on(sql`s.place / ${sql.lit(maxSentences)}`, '=', sql.ref('b.place')).onRef('b.import', '=', 's.import'),
    )
}
