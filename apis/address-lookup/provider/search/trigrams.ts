// Trigrams of the vocabulary: which known words share most of theirs with a word that no address has. FTS5 has them on
// SQLite, `pg_trgm` on PostgreSQL; where that extension may not be created, words are corrected by one letter only.
import { CompiledQuery, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { inChunks } from '#provider'
import type { Database, Db } from '../../tables.ts'

const mostSimilar = 60
const shortest = 4
const rowsPerStatement = 100
const table = 'address_lookup_trigrams'
const index = 'address_lookup_vocabulary_trigrams'

/** Whether a word is worth correcting: keys, numbers and short words are not. */
const isIndexed = (word: string) => word.length >= shortest && !/[\d_]/.test(word)

/** Adds words that the vocabulary did not have. PostgreSQL derives them from it. */
export async function saveTrigrams(db: Db, dialect: Database['dialect'], words: readonly string[]): Promise<void> {
  if (dialect === 'postgres') return
  for (const some of inChunks(words.filter(isIndexed), rowsPerStatement)) {
    const text = `insert into ${table} (word) values ${some.map(() => '(?)').join()}`
    await db.executeQuery(CompiledQuery.raw(text, some))
  }
}

/**
 * Finds the known words that are most like a word by their trigrams. Where there are none, it finds nothing and says so
 * once in the log.
 */
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
      // for instance an extension in a schema that is not searched
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
    // the operator of similar words leaves out those with two mistakes; patterns use the same index
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
 * Makes the trigrams of PostgreSQL where that is allowed; returns why they are missing. Outside of any transaction,
 * which a refusal would end.
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
