// The two word indexes, of works and of author names, on either database: FTS5 on SQLite, tsvector with GIN on
// PostgreSQL. Both hold the words of `words.ts` and no language rules, so they find the same rows.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Dialect } from '../tables.ts'

/** A query of an index. An empty list of columns means all of them; `key` is a word of `keyWord`. */
export type TextQuery =
  | { readonly kind: 'word'; readonly columns: readonly string[]; readonly word: string; readonly prefix: boolean }
  | { readonly kind: 'phrase'; readonly columns: readonly string[]; readonly words: readonly string[] }
  | { readonly kind: 'key'; readonly key: string; readonly prefix?: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TextQuery[] }
  | { readonly kind: 'but'; readonly from: TextQuery; readonly without: TextQuery }

/** The words of one row, by column. */
export interface Entry {
  readonly id: number
  readonly columns: Readonly<Record<string, readonly string[]>>
  readonly keys: readonly string[]
}

interface WordIndex {
  /** Returns the ids of the matching rows. */
  matchingIds(dialect: Dialect, query: TextQuery): RawBuilder<unknown>
  /** Writes entries, replacing those with the same ids. */
  write(db: Db, dialect: Dialect, entries: readonly Entry[]): Promise<void>
  /** Optimises the index after many changes. Call it outside of any transaction. */
  settle(db: Db, dialect: Dialect): Promise<void>
  /** Removes the entries with these ids. */
  remove(db: Db, dialect: Dialect, ids: readonly number[]): Promise<void>
  /** Removes the entries with an id of at least `from`. */
  removeFrom(db: Db, dialect: Dialect, from: number): Promise<void>
}

const rowsPerStatement = 100
/** Last position for phrases in PostgreSQL; later words are found only individually. */
const mostPositions = 16_000

export const workIndex = createWordIndex('book_catalogue_words', {
  title: 't',
  subtitle: 'b',
  alt: 'o',
  author: 'a',
  alias: 'n',
  subject: 's',
  person: 'p',
  place: 'l',
  time: 'y',
  publisher: 'u',
  contributor: 'c',
})
export const nameIndex = createWordIndex('book_catalogue_names', { name: 'm', alias: 'n' })

/**
 * Creates an index; `letters` has the columns, each with the letter that prefixes its words if all share one column.
 */
function createWordIndex(table: string, letters: Readonly<Record<string, string>>): WordIndex {
  const hasKeys = table === 'book_catalogue_words'
  const columns = Object.keys(letters)
  return {
    matchingIds(dialect, query) {
      return dialect === 'sqlite'
        ? sql`select rowid as id from ${sql.table(table)} where ${sql.table(table)} match ${matchText(query)}`
        : sql`select id from ${sql.table(table)} where words @@ ${vectorQuery(query, letters)}::tsquery`
    },
    async write(db, dialect, entries) {
      for (let start = 0; start < entries.length; start += rowsPerStatement) {
        const some = entries.slice(start, start + rowsPerStatement)
        if (dialect === 'sqlite') await writeSqlite(db, { table, columns, hasKeys }, some)
        else await writePostgres(db, { table, letters }, some)
      }
    },
    async settle(db, dialect) {
      // FTS5 merges incrementally; GIN keeps new entries in a list that every search scans until it is cleaned
      if (dialect === 'sqlite') return
      await sql`select gin_clean_pending_list(${`${table}_gin`}::regclass)`.execute(db)
      await sql`analyze ${sql.table(table)}`.execute(db)
    },
    async remove(db, dialect, ids) {
      if (ids.length === 0) return
      const id = sql.ref(dialect === 'sqlite' ? 'rowid' : 'id')
      await sql`delete from ${sql.table(table)} where ${id} in (${sql.join(ids)})`.execute(db)
    },
    async removeFrom(db, dialect, from) {
      const id = sql.ref(dialect === 'sqlite' ? 'rowid' : 'id')
      await sql`delete from ${sql.table(table)} where ${id} >= ${from}`.execute(db)
    },
  }
}

interface SqliteTable {
  readonly table: string
  readonly columns: readonly string[]
  readonly hasKeys: boolean
}

async function writeSqlite(db: Db, { table, columns, hasKeys }: SqliteTable, entries: readonly Entry[]): Promise<void> {
  const names = [...columns, ...(hasKeys ? ['keys'] : [])]
  const rows = entries.map(({ id, columns: words, keys }) => {
    const texts = columns.map((column) => words[column]?.join(' ') ?? '')
    return sql`(${sql.join([id, ...texts, ...(hasKeys ? [keys.join(' ')] : [])])})`
  })
  const into = sql.join(names.map((name) => sql.ref(name)))
  await sql`insert or replace into ${sql.table(table)} (rowid, ${into}) values ${sql.join(rows)}`.execute(db)
}

interface PostgresTable {
  readonly table: string
  readonly letters: Readonly<Record<string, string>>
}

async function writePostgres(db: Db, { table, letters }: PostgresTable, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map((entry) => sql`(${entry.id}::integer, ${vectorOf(entry, letters)}::tsvector)`)
  await sql`insert into ${sql.table(table)} (id, words) values ${sql.join(rows)}
    on conflict (id) do update set words = excluded.words`.execute(db)
}

/**
 * Returns each word twice: with the letter of its column and its positions, for fields and phrases, and with `x`, for
 * anywhere.
 */
function vectorOf({ columns, keys }: Entry, letters: Readonly<Record<string, string>>): string {
  const lexemes = new Set<string>()
  for (const [column, letter] of Object.entries(letters))
    for (const [at, word] of (columns[column] ?? []).entries()) {
      lexemes.add(`'x${word}'`)
      lexemes.add(at < mostPositions ? `'${letter}${word}':${at + 1}` : `'${letter}${word}'`)
    }
  for (const key of keys) lexemes.add(`'k${key}'`)
  return [...lexemes].join(' ')
}

/** Returns the FTS5 query string. Words hold letters, digits and underscores only, so quoting them is safe. */
function matchText(query: TextQuery): string {
  switch (query.kind) {
    case 'word':
      return `${filterOf(query.columns, query.prefix)}"${query.word}"${query.prefix ? ' *' : ''}`
    case 'phrase':
      return `${filterOf(query.columns, false)}"${query.words.join(' ')}"`
    case 'key':
      return `keys : "${query.key}"${query.prefix ? ' *' : ''}`
    case 'but':
      return `(${matchText(query.from)} NOT ${matchText(query.without)})`
    default:
      return `(${query.parts.map(matchText).join(query.kind === 'and' ? ' AND ' : ' OR ')})`
  }
}

/** Returns the column filter. A prefix in any column must not match keys; a whole word cannot equal one. */
function filterOf(columns: readonly string[], prefix: boolean): string {
  if (columns.length > 0) return `{${columns.join(' ')}} : `
  return prefix ? '- keys : ' : ''
}

/** Returns the same query as a tsquery string. */
export function vectorQuery(query: TextQuery, letters: Readonly<Record<string, string>>): string {
  const lettersOf = (columns: readonly string[]) =>
    columns.length > 0 ? columns.map((column) => letters[column] ?? 'x') : ['x']
  switch (query.kind) {
    case 'word': {
      const star = query.prefix ? ':*' : ''
      return `(${lettersOf(query.columns)
        .map((letter) => `'${letter}${query.word}'${star}`)
        .join(' | ')})`
    }
    case 'phrase': {
      const prefixes = query.columns.length > 0 ? lettersOf(query.columns) : Object.values(letters)
      const phrases = prefixes.map((letter) => query.words.map((word) => `'${letter}${word}'`).join(' <-> '))
      return `(${phrases.map((phrase) => `(${phrase})`).join(' | ')})`
    }
    case 'key':
      return `'k${query.key}'${query.prefix ? ':*' : ''}`
    case 'but':
      return `(${vectorQuery(query.from, letters)} & !${vectorQuery(query.without, letters)})`
    default:
      return `(${query.parts.map((part) => vectorQuery(part, letters)).join(query.kind === 'and' ? ' & ' : ' | ')})`
  }
}
