// Writes conditions as SQL over `book_catalogue_ranks`, named r.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../tables.ts'
import { type TextQuery, workIndex } from '../word-index.ts'
import type { Condition } from './query-compile.ts'

/** Source of matches: the rows from the word index, and the remaining condition. */
interface Source {
  readonly text: TextQuery | undefined
  readonly rest: Condition
}

/** Separates the part of a condition that the word index evaluates. */
export function sourceOf(condition: Condition): Source {
  if (condition.kind === 'text') return { text: condition.query, rest: { kind: 'true' } }
  if (condition.kind !== 'and') return { text: undefined, rest: condition }
  const text = condition.parts.find((part) => part.kind === 'text')
  const rest = condition.parts.filter((part) => part !== text)
  return { text: text?.query, rest: { kind: 'and', parts: rest } }
}

/** Returns `from … where …` of the matching works. */
export function fromWhere(dialect: Dialect, condition: Condition): RawBuilder<unknown> {
  const { text, rest } = sourceOf(condition)
  const ranks = sql`book_catalogue_ranks r`
  const where = sqlOf(dialect, rest)
  if (!text) return sql`from ${ranks} where ${where}`
  return sql`from (${workIndex.matchingIds(dialect, text)}) t join ${ranks} on r.id = t.id where ${where}`
}

/** Returns the condition alone, as a boolean; a missing number makes it false. */
function sqlOf(dialect: Dialect, condition: Condition): RawBuilder<unknown> {
  switch (condition.kind) {
    case 'true':
      return sql`1 = 1`
    case 'false':
      return sql`1 = 0`
    case 'text':
      return sql`r.id in (${workIndex.matchingIds(dialect, condition.query)})`
    case 'id':
      return sql`r.id = ${condition.id}`
    case 'number': {
      const column = sql.ref(`r.${condition.column}`)
      return sql`(${column} is not null and ${column} between ${condition.low} and ${condition.high})`
    }
    case 'class':
      return classSql(condition)
    case 'not':
      return sql`not ${sqlOf(dialect, condition.part)}`
    default: {
      if (condition.parts.length === 0) return condition.kind === 'and' ? sql`1 = 1` : sql`1 = 0`
      const parts = condition.parts.map((part) => sqlOf(dialect, part))
      return sql`(${sql.join(parts, condition.kind === 'and' ? sql` and ` : sql` or `)})`
    }
  }
}

function classSql({ column, prefix, low, high }: Extract<Condition, { kind: 'class' }>): RawBuilder<unknown> {
  const ref = sql.ref(`r.${column}`)
  const parts: RawBuilder<unknown>[] = [sql`${ref} is not null`]
  if (low !== undefined) parts.push(sql`${ref} >= ${low}`)
  if (high !== undefined) parts.push(sql`${ref} <= ${high}`)
  // this character sorts after every other one, so it ends the range of strings with the prefix
  if (prefix !== undefined) parts.push(sql`${ref} >= ${prefix} and ${ref} < ${`${prefix}\u{10ffff}`}`)
  return sql`(${sql.join(parts, sql` and `)})`
}
