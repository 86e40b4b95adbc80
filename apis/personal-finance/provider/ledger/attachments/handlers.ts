// Attachments: files that belong to the user and can be assigned to transactions.
import { type Kit, type OutputOf, reply } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { Tables } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, requireUser, takeIds, timeOf, type World } from '../../ledger.ts'
import { changeWorld, readWorld } from '../../ledger-transaction.ts'
import { clearableTextIn, querySwitchIn, readBody, readId, requiredTextIn, type Values } from '../../reading.ts'
import { transactionOf } from '../transactions/handlers.ts'
import { claimedKind, fileKinds } from './file-kinds.ts'
import { makeVariants } from './images.ts'
import { variantSides } from './shrink.ts'
import { type AttachmentRow, addAttachment, attachmentLimit, attachmentOf, fileOf, removeAttachment } from './store.ts'

type CallKit = Kit<Tables>
type AttachmentView = OutputOf<(typeof endpoints)['getAttachment']>
const thing = 'Attachment'

export const attachmentHandlers = {
  getAttachment: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return readWorld(kit, async (db, world) => attachmentView(await attachmentOf(db, world, id), kit))
  },

  listAttachments: (input: Values, kit: CallKit) => {
    const unassigned = querySwitchIn(input, 'unassigned')
    return readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const rows = attachments(db, world)
      const assigned = db
        .selectFrom('personal_finance_assignments')
        .select('attachment_id')
        .where('owner', '=', world.owner)
      const wanted = unassigned ? rows.where('id', 'not in', assigned) : rows
      return (await wanted.orderBy('id').execute()).map((row) => attachmentView(row, kit))
    })
  },

  async createAttachment(input: Values, kit: CallKit): Promise<AttachmentView> {
    await readWorld(kit, async (_db, world) => requireUser(world, input.id))
    const { kind, fileName, title, original } = fileIn(readBody(input.body))
    const isImage = kind === 'png' || kind === 'jpg'
    const variants = isImage ? await makeVariants(kind, original) : undefined
    if (isImage && !variants) throw invalid('file_data is not an image that can be read')
    const row = await changeWorld(kit, async (db, world) => {
      const { count } = await attachments(db, world)
        .clearSelect()
        .select((one) => one.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= attachmentLimit) throw invalid(`There can be at most ${attachmentLimit} attachments`)
      const stamps = { created_at: world.now, updated_at: world.now }
      const id = await takeIds(db, world.owner)
      const made = { owner: world.owner, id, title, file_name: fileName, kind, bytes: original.length, ...stamps }
      await addAttachment(db, made, { original, variants })
      return made
    })
    return attachmentView(row, kit)
  },

  updateAttachment: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      const before = await attachmentOf(db, world, id)
      const title = clearableTextIn(body, 'title') ?? titleOf(before.file_name)
      const after = { title, updated_at: world.now }
      await db
        .updateTable('personal_finance_attachments')
        .set(after)
        .where('owner', '=', world.owner)
        .where('id', '=', id)
        .execute()
      return attachmentView({ ...before, ...after }, kit)
    })
  },

  deleteAttachment: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return changeWorld(kit, async (db, world) => {
      await removeAttachment(db, await attachmentOf(db, world, id))
      return undefined
    })
  },

  listTransactionAttachments: (input: Values, kit: CallKit) => {
    const id = readId(input.id, 'Transaction')
    return readWorld(kit, async (db, world) => {
      await transactionOf(db, world, id)
      const assigned = db
        .selectFrom('personal_finance_assignments')
        .select('attachment_id')
        .where('owner', '=', world.owner)
        .where('transaction_id', '=', id)
      const rows = await attachments(db, world).where('id', 'in', assigned).orderBy('id').execute()
      return rows.map((row) => attachmentView(row, kit))
    })
  },

  assignAttachment: (input: Values, kit: CallKit) => {
    const id = readId(input.id, 'Transaction')
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      await transactionOf(db, world, id)
      if (body.attachment_id === undefined || body.attachment_id === null) throw invalid('attachment_id is missing')
      const row = await attachmentOf(db, world, readId(body.attachment_id, thing))
      await db
        .insertInto('personal_finance_assignments')
        .values({ owner: world.owner, transaction_id: id, attachment_id: row.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return attachmentView(row, kit)
    })
  },

  unassignAttachment: (input: Values, kit: CallKit) => {
    const transaction = readId(input.transaction_id, 'Transaction')
    const attachment = readId(input.attachment_id, thing)
    return changeWorld(kit, async (db, world) => {
      await transactionOf(db, world, transaction)
      const { numDeletedRows } = await db
        .deleteFrom('personal_finance_assignments')
        .where('owner', '=', world.owner)
        .where('transaction_id', '=', transaction)
        .where('attachment_id', '=', attachment)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw notFound(thing)
      return undefined
    })
  },

  getAttachmentFile: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return readWorld(kit, async (db, world) => {
      const { file_name: name } = await attachmentOf(db, world, id)
      const headers = {
        ...fileHeaders,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      }
      return reply(await fileOf(db, world, { id, variant: 'original' }), { headers })
    })
  },

  getAttachmentVariant: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    const variant = String(input.variant)
    return readWorld(kit, async (db, world) => {
      await attachmentOf(db, world, id)
      if (!Object.hasOwn(variantSides, variant)) throw notFound(thing)
      return reply(await fileOf(db, world, { id, variant }), { headers: fileHeaders })
    })
  },
}

/** A file is its caller's own: no cache between may keep it, and no browser may take it for something else than it is called. */
const fileHeaders = { 'cache-control': 'private, max-age=3600', 'x-content-type-options': 'nosniff' }

function attachments(db: Db, { owner }: World) {
  return db.selectFrom('personal_finance_attachments').selectAll().where('owner', '=', owner)
}

interface NewFile {
  readonly kind: string
  readonly fileName: string
  readonly title: string
  readonly original: Buffer
}

/** The file of the body; 422 unless its bytes are what its name says. */
function fileIn(body: Values): NewFile {
  const fileName = plainName(requiredTextIn(body, 'file_name'))
  const kind = claimedKind(fileName)
  if (kind === undefined) throw invalid('file_name is not a png, jpg, pdf, xls, xlsx, doc or docx file')
  const original = bytesIn(body)
  if (!fileKinds[kind]?.is(original)) throw invalid(`file_data is not a ${kind} file`)
  return { kind, fileName, title: clearableTextIn(body, 'title') || titleOf(fileName), original }
}

/** Folders and control characters are no part of a name. */
function plainName(text: string): string {
  const name = text.replace(/^.*[\\/]/s, '').replace(/\p{Cc}/gu, '')
  if (name === '') throw invalid("file_name can't be blank")
  return name
}

function bytesIn({ file_data: data }: Values): Buffer {
  if (data === undefined || data === null || data === '') throw invalid('file_data is missing')
  if (typeof data !== 'string') throw invalid('file_data is invalid')
  const bytes = Buffer.from(data, 'base64')
  // the decoder skips what it does not know: what it read must account for all characters that are not white space
  const characters = data.replace(/[\s=]+/g, '').length
  if (bytes.length === 0 || Math.ceil((bytes.length * 4) / 3) !== characters) throw invalid('file_data is not base64')
  return bytes
}

/** `taxi_receipt.png` becomes `Taxi receipt`. */
function titleOf(fileName: string): string {
  const words =
    fileName
      .replace(/\.[^.]*$/, '')
      .replace(/[_-]+/g, ' ')
      .trim() || fileName
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function attachmentView(row: AttachmentRow, { request }: CallKit): AttachmentView {
  const kind = fileKinds[row.kind]
  const address = `${request.baseUrl}/attachments/${row.id}`
  const isImage = kind?.type === 'image'
  return {
    id: row.id,
    title: row.title,
    file_name: row.file_name,
    type: kind?.type ?? 'document',
    content_type: kind?.contentType ?? 'application/octet-stream',
    content_type_meta: {
      title: kind?.title ?? '',
      description: kind?.description ?? '',
      extension: row.kind,
    },
    original_url: `${address}/file`,
    variants: {
      thumb_url: isImage ? `${address}/variants/thumb` : null,
      large_url: isImage ? `${address}/variants/large` : null,
    },
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
