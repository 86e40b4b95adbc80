// Queries for what each database tells about its own tables.
import type { CatalogSql } from './traits.ts'

const name = (table: string) => `'${table.replaceAll("'", "''")}'`

export const sqliteCatalog: CatalogSql = {
  tables: `select name, type as kind from pragma_table_list
    where schema = 'main' and type in ('table', 'virtual', 'shadow') and name not like 'sqlite\\_%' escape '\\' order by name`,
  columns: `select t.name as "table", c.name as name from pragma_table_list t join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and c.hidden = 0 order by t.name, c.cid`,
  references: `select distinct t.name as "from", f."table" as "to"
    from pragma_table_list t join pragma_foreign_key_list(t.name) f where t.schema = 'main'`,
  lastIds: 'select name as "table", seq as last from sqlite_sequence',
  setLastId: (table, last) => [
    `delete from sqlite_sequence where name = ${name(table)}`,
    `insert into sqlite_sequence (name, seq) values (${name(table)}, ${last})`,
  ],
}

export const postgresCatalog: CatalogSql = {
  tables: `select relname as name, 'table' as kind from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname collate "C"`,
  columns: `select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER' order by table_name, ordinal_position`,
  references: `select distinct source.relname as "from", target.relname as "to" from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`,
  lastIds: `select source.relname as "table", last_value as last from pg_depend
    join pg_class sequence on sequence.oid = objid join pg_class source on source.oid = refobjid
    join pg_sequences on sequencename = sequence.relname and schemaname = current_schema()
    where deptype = 'i' and sequence.relkind = 'S' and source.relnamespace = current_schema()::regnamespace
      and last_value is not null`,
  setLastId: (table, last) => [
    `select setval(pg_get_serial_sequence(${name(table)}, attname), ${last}) from pg_attribute
      where attrelid = ${name(table)}::regclass and attidentity <> ''`,
  ],
}
