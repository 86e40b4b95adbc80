// Creates reader data of works: ratings and reading logs, and the columns that sort and filter works by them.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const counts = ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5', 'want', 'reading', 'done']

export default {
  async up(db: Db): Promise<void> {
    let table = db.schema
      .createTable('book_catalogue_readers')
      .addColumn('work_id', 'integer', (column) => column.primaryKey())
    for (const count of counts) table = table.addColumn(count, 'integer', (column) => column.notNull())
    await table.execute()
    for (const [column, type] of [
      ['rating', 'double precision'],
      ['ratings_average', 'double precision'],
      ['ratings_count', 'integer'],
      ['readinglog', 'integer'],
      ['want', 'integer'],
      ['reading', 'integer'],
      ['done', 'integer'],
    ] as const)
      await db.schema.alterTable('book_catalogue_ranks').addColumn(column, type).execute()
  },
}
