// Trigrams of the vocabulary: finds known words that share most trigrams with an unknown word. Uses FTS5 on SQLite and
// `pg_trgm` on PostgreSQL; if that extension is forbidden, words are corrected by one letter only.
import { CompiledQuery, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { inChunks } from '#provider/sql'
import type { Database, Db } from '../../tables.ts'

const mostSimilar = 60
const shortest = 4
const rowsPerStatement = 100
const table = 'address_lookup_trigrams'
const index = 'address_lookup_vocabulary_trigrams'

/** True if a word is worth correcting: keys, numbers and short words are not. */
const isIndexed = (word: string) => word.length >= shortest && !/[\d_]/.test(word)

/** Adds new words of the vocabulary on SQLite; PostgreSQL derives the trigrams itself. */
export async function saveTrigrams(db: Db, dialect: Database['dialect'], words: readonly string[]): Promise<void> {
  if (dialect === 'postgres') return
  for (const some of inChunks(words.filter(isIndexed), rowsPerStatement)) {
    const text = `insert into ${table} (word) values ${some.map(() => '(?)').join()}`
    await db.executeQuery(CompiledQuery.raw(text, some))
  }
}

/** Finds the known words most similar by trigrams. If trigrams are unavailable, finds nothing and logs that once. */
export function createSimilarWords(database: Database & Pick<ProviderKit, 'log'>) {
  let isUsable: Promise<boolean> | undefined
  const giveUp = (problem: string) => {
    database.log.warn('pg_trgm cannot be used, so words with two typing mistakes are not corrected', { problem })
    return false
  }
  const prepare = async () => {
    const problem = await prepareTrigrams(database)
    return problem === undefined || giveUp(problem)
  }
  return async (word: string): Promise<string[]> => {
    isUsable ??= prepare()
    if (!isIndexed(word) || !(await isUsable)) return []
    try {
      return await similarWords(database, word)
    } catch (error) {
      // for instance an extension outside the search path
      if (database.dialect === 'sqlite') throw error
      isUsable = Promise.resolve(giveUp(messageOf(error)))
      return []
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function similarWords({ db, dialect }: Database, word: string): Promise<string[]> {
  const parts = Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))
  if (dialect === 'postgres') {
    // the similarity operator misses words with two mistakes; patterns use the same index
    const patterns = parts.map((part) => `%${part}%`)
    const { rows } = await sql<{ word: string }>`select word from address_lookup_vocabulary
      where word like any(${patterns}::text[]) order by similarity(word, ${word}) desc, word limit ${mostSimilar}`.execute(
      db,
    )
    return rows.map((row) => row.word)
  }
  const { rows } = await sql<{ word: string }>`select word from address_lookup_trigrams
    where address_lookup_trigrams match ${parts.map((part) => `"${part}"`).join(' OR ')}
    order by rank, word limit ${mostSimilar}`.execute(db)
  return rows.map((row) => row.word)
}

/**
 * Creates the trigrams of PostgreSQL if allowed; otherwise returns the reason. Call it outside of any transaction,
 * which a refusal would abort.
 */
export async function prepareTrigrams({ db, dialect }: Database): Promise<string | undefined> {
  if (dialect === 'sqlite') return undefined
  try {
    const { rows } = await sql`select 1 from pg_class where relname = ${index}
      and pg_table_is_visible(oid)`.execute(db)
    if (rows.length > 0) return undefined
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql
      .raw(`create index if not exists ${index} on address_lookup_vocabulary using gin (word gin_trgm_ops)`)
      .execute(db)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
