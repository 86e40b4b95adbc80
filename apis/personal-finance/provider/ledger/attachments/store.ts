// Reads and writes attachments and their files. The user's row has the total size of all files, which is bounded.
import type { Selectable } from 'kysely'
import type { AttachmentsTable } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'
import type { Variants } from './images.ts'

export type AttachmentRow = Selectable<AttachmentsTable>

/** Size limit of all files of a ledger. */
export const ledgerBytes = 256 * 1024 * 1024
/** Limit of the list, which is not paged. */
const attachmentLimit = 2000

export const attachmentResource = 'Attachment'

/** Returns all attachments, or those without a transaction. */
export async function readAttachments(
  db: Db,
  { owner }: Ledger,
  { unassigned }: { readonly unassigned: boolean },
): Promise<AttachmentRow[]> {
  const rows = db.selectFrom('personal_finance_attachments').selectAll().where('owner', '=', owner).orderBy('id')
  const assigned = db.selectFrom('personal_finance_assignments').select('attachment_id').where('owner', '=', owner)
  return (unassigned ? rows.where('id', 'not in', assigned) : rows).execute()
}

/** Returns the attachments of a transaction. */
export async function attachmentsOf(db: Db, { owner }: Ledger, transaction: number): Promise<AttachmentRow[]> {
  const rows = db.selectFrom('personal_finance_attachments').selectAll().where('owner', '=', owner).orderBy('id')
  const assigned = db.selectFrom('personal_finance_assignments').select('attachment_id').where('owner', '=', owner)
  return rows.where('id', 'in', assigned.where('transaction_id', '=', transaction)).execute()
}

/** Returns an attachment. Throws 404 if it is unknown. */
export async function attachmentOf(db: Db, { owner }: Ledger, id: number): Promise<AttachmentRow> {
  const row = await db
    .selectFrom('personal_finance_attachments')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(attachmentResource)
  return row
}

interface NewAttachment {
  readonly title: string
  readonly fileName: string
  readonly kind: string
  readonly original: Buffer
  readonly variants: Variants | undefined
}

/** Creates an attachment. Throws 422 if there are too many or no space is left. It must run inside `withLock`. */
export async function createAttachment(
  db: Db,
  { owner, now }: Ledger,
  { title, fileName, kind, original, variants }: NewAttachment,
): Promise<AttachmentRow> {
  const { count } = await db
    .selectFrom('personal_finance_attachments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  if (count >= attachmentLimit) throw invalid(`There can be at most ${attachmentLimit} attachments`)
  const stamps = { created_at: now, updated_at: now }
  const id = await takeIds(db, owner)
  const row = { owner, id, title, file_name: fileName, kind, bytes: original.length, ...stamps }
  await addAttachment(db, row, { original, variants })
  return row
}

/**
 * Stores a file and its smaller copies. Throws 422 if no space is left. It must run inside `withLock`, or while the
 * ledger is created.
 */
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
  if (total > ledgerBytes) throw invalid('There is no room for more attachments')
  await db.insertInto('personal_finance_attachments').values(row).execute()
  const contents = { original: files.original, ...files.variants }
  for (const [variant, content] of Object.entries(contents))
    await db
      .insertInto('personal_finance_attachment_files')
      .values({ owner, attachment_id: id, variant, content })
      .execute()
}

/** Stores the title with the current time, and returns the new row. It must run inside `withLock`. */
export async function changeTitle(db: Db, { owner, now }: Ledger, row: AttachmentRow): Promise<AttachmentRow> {
  const change = { title: row.title, updated_at: now }
  const rows = db.updateTable('personal_finance_attachments').set(change).where('owner', '=', owner)
  await rows.where('id', '=', row.id).execute()
  return { ...row, ...change }
}

interface Assignment {
  readonly transaction: number
  readonly attachment: number
}

/** Assigns an attachment; repeating it has no effect. It must run inside `withLock`. */
export async function assignAttachment(
  db: Db,
  { owner }: Ledger,
  { transaction, attachment }: Assignment,
): Promise<void> {
  await db
    .insertInto('personal_finance_assignments')
    .values({ owner, transaction_id: transaction, attachment_id: attachment })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes an assignment; reports whether it existed. It must run inside `withLock`. */
export async function unassignAttachment(
  db: Db,
  { owner }: Ledger,
  { transaction, attachment }: Assignment,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('personal_finance_assignments')
    .where('owner', '=', owner)
    .where('transaction_id', '=', transaction)
    .where('attachment_id', '=', attachment)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes an attachment, its files and its assignments. It must run inside `withLock`. */
export async function removeAttachment(db: Db, { owner, id, bytes }: AttachmentRow): Promise<void> {
  await db.deleteFrom('personal_finance_attachments').where('owner', '=', owner).where('id', '=', id).execute()
  await db
    .updateTable('personal_finance_users')
    .set((user) => ({ attached_bytes: user('attached_bytes', '-', bytes) }))
    .where('owner', '=', owner)
    .execute()
}

/** Returns the bytes of a variant. Throws 404 if the attachment lacks it. */
export async function fileOf(
  db: Db,
  { owner }: Ledger,
  { id, variant }: { id: number; variant: string },
): Promise<Buffer> {
  const file = await db
    .selectFrom('personal_finance_attachment_files')
    .select('content')
    .where('owner', '=', owner)
    .where('attachment_id', '=', id)
    .where('variant', '=', variant)
    .executeTakeFirst()
  if (!file) throw notFound(attachmentResource)
  return Buffer.from(file.content)
}
