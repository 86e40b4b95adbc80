// Attachments and their files. The bytes of a world are counted in its user's row, so that they have a bound.
import type { Selectable } from 'kysely'
import type { AttachmentsTable } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Db, World } from '../../ledger.ts'
import type { Variants } from './images.ts'

export type AttachmentRow = Selectable<AttachmentsTable>

/** Bytes of all files of a world, and how many: the list is not paged. */
export const worldBytes = 256 * 1024 * 1024
export const attachmentLimit = 2000

const thing = 'Attachment'

/** One attachment of the world. */
export async function attachmentOf(db: Db, { owner }: World, id: number): Promise<AttachmentRow> {
  const row = await db
    .selectFrom('personal_finance_attachments')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(thing)
  return row
}

/** Stores a file and its smaller copies. Inside `changeWorld`, or the making of the world. 422 when there is no room. */
export async function addAttachment(
  db: Db,
  row: AttachmentRow,
  files: { readonly original: Buffer; readonly variants: Variants | undefined },
): Promise<void> {
  const { owner, id } = row
  const { attached_bytes: total } = await db
    .updateTable('personal_finance_users')
    .set((user) => ({ attached_bytes: user('attached_bytes', '+', row.bytes) }))
    .where('owner', '=', owner)
    .returning('attached_bytes')
    .executeTakeFirstOrThrow()
  if (total > worldBytes) throw invalid('There is no room for more attachments')
  await db.insertInto('personal_finance_attachments').values(row).execute()
  const contents = { original: files.original, ...files.variants }
  for (const [variant, content] of Object.entries(contents))
    await db
      .insertInto('personal_finance_attachment_files')
      .values({ owner, attachment_id: id, variant, content })
      .execute()
}

/** Removes an attachment, its files and its assignments. Inside `changeWorld`. */
export async function removeAttachment(db: Db, { owner, id, bytes }: AttachmentRow): Promise<void> {
  await db.deleteFrom('personal_finance_attachments').where('owner', '=', owner).where('id', '=', id).execute()
  await db
    .updateTable('personal_finance_users')
    .set((user) => ({ attached_bytes: user('attached_bytes', '-', bytes) }))
    .where('owner', '=', owner)
    .execute()
}

/** The bytes of a variant; 404 when the attachment has no such. */
export async function fileOf(
  db: Db,
  { owner }: World,
  { id, variant }: { id: number; variant: string },
): Promise<Buffer> {
  const file = await db
    .selectFrom('personal_finance_attachment_files')
    .select('content')
    .where('owner', '=', owner)
    .where('attachment_id', '=', id)
    .where('variant', '=', variant)
    .executeTakeFirst()
  if (!file) throw notFound(thing)
  return Buffer.from(file.content)
}
