// Attachments: files of a user that can be assigned to transactions.
import { type Call, reply } from '#define'
import { invalid, notFound } from '../../errors.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import { nullableStringIn, querySwitchIn, readBody, readId } from '../../reading.ts'
import { transactionOf, transactionResource } from '../transactions/store.ts'
import { sizeProblem } from './image-size.ts'
import type { Image, ShrinkImage } from './images.ts'
import { fileIn, titleOf } from './rules.ts'
import { variantSides } from './shrink.ts'
import {
  assignAttachment,
  attachmentOf,
  attachmentResource,
  attachmentsOf,
  changeTitle,
  createAttachment,
  fileOf,
  readAttachments,
  removeAttachment,
  unassignAttachment,
} from './store.ts'
import { attachmentView } from './view.ts'

interface AttachmentDeps {
  readonly shrink: ShrinkImage
}
type AttachmentHandlers = LedgerHandlers<
  | 'getAttachment'
  | 'listAttachments'
  | 'createAttachment'
  | 'updateAttachment'
  | 'deleteAttachment'
  | 'listTransactionAttachments'
  | 'assignAttachment'
  | 'unassignAttachment'
  | 'getAttachmentFile'
  | 'getAttachmentVariant'
>

/** Files are private to their caller, and browsers must not guess a type other than the declared one. */
const fileHeaders = { 'cache-control': 'private, max-age=3600', 'x-content-type-options': 'nosniff' }

export function createAttachmentHandlers({ shrink }: AttachmentDeps): AttachmentHandlers {
  async function variantsOf(image: Image, { account, signal }: Pick<Call, 'account' | 'signal'>) {
    const problem = sizeProblem(image.kind, image.bytes)
    if (problem !== undefined) throw invalid(problem)
    const variants = await shrink(account, image, signal)
    if (!variants) throw invalid('file_data is not an image that can be read')
    return variants
  }

  return {
    getAttachment(input, access, call) {
      const id = readId(input.id, attachmentResource)
      return access.withSnapshot(async (db, ledger) => attachmentView(await attachmentOf(db, ledger, id), call))
    },

    listAttachments(input, access, call) {
      const unassigned = querySwitchIn(input, 'unassigned')
      return access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, input.id)
        const rows = await readAttachments(db, ledger, { unassigned })
        return rows.map((row) => attachmentView(row, call))
      })
    },

    async createAttachment(input, access, call) {
      await access.withSnapshot(async (_db, ledger) => requireUser(ledger, input.id))
      const { kind, fileName, title, original } = fileIn(readBody(input))
      const variants = kind === 'png' || kind === 'jpg' ? await variantsOf({ kind, bytes: original }, call) : undefined
      const row = await access.withLock((db, ledger) =>
        createAttachment(db, ledger, { title, fileName, kind, original, variants }),
      )
      return attachmentView(row, call)
    },

    updateAttachment(input, access, call) {
      const id = readId(input.id, attachmentResource)
      const body = readBody(input)
      return access.withLock(async (db, ledger) => {
        const before = await attachmentOf(db, ledger, id)
        const title = nullableStringIn(body, 'title') ?? titleOf(before.file_name)
        return attachmentView(await changeTitle(db, ledger, { ...before, title }), call)
      })
    },

    deleteAttachment(input, access) {
      const id = readId(input.id, attachmentResource)
      return access.withLock(async (db, ledger) => {
        await removeAttachment(db, await attachmentOf(db, ledger, id))
        return undefined
      })
    },

    ...assignmentHandlers,

    getAttachmentFile(input, access) {
      const id = readId(input.id, attachmentResource)
      return access.withSnapshot(async (db, ledger) => {
        const { file_name: name } = await attachmentOf(db, ledger, id)
        const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
        const headers = { ...fileHeaders, 'content-disposition': disposition }
        return reply(await fileOf(db, ledger, { id, variant: 'original' }), { headers })
      })
    },

    getAttachmentVariant(input, access) {
      const id = readId(input.id, attachmentResource)
      const variant = String(input.variant)
      return access.withSnapshot(async (db, ledger) => {
        await attachmentOf(db, ledger, id)
        if (!Object.hasOwn(variantSides, variant)) throw notFound(attachmentResource)
        return reply(await fileOf(db, ledger, { id, variant }), { headers: fileHeaders })
      })
    },
  }
}

/** The handlers of the attachments of one transaction. */
const assignmentHandlers: Pick<
  AttachmentHandlers,
  'listTransactionAttachments' | 'assignAttachment' | 'unassignAttachment'
> = {
  listTransactionAttachments(input, access, call) {
    const id = readId(input.id, transactionResource)
    return access.withSnapshot(async (db, ledger) => {
      await transactionOf(db, ledger, id)
      return (await attachmentsOf(db, ledger, id)).map((row) => attachmentView(row, call))
    })
  },

  assignAttachment(input, access, call) {
    const id = readId(input.id, transactionResource)
    const { attachment_id: attachment } = readBody(input)
    return access.withLock(async (db, ledger) => {
      await transactionOf(db, ledger, id)
      if (attachment === undefined || attachment === null) throw invalid('attachment_id is missing')
      const row = await attachmentOf(db, ledger, readId(attachment, attachmentResource))
      await assignAttachment(db, ledger, { transaction: id, attachment: row.id })
      return attachmentView(row, call)
    })
  },

  unassignAttachment(input, access) {
    const transaction = readId(input.transaction_id, transactionResource)
    const attachment = readId(input.attachment_id, attachmentResource)
    return access.withLock(async (db, ledger) => {
      await transactionOf(db, ledger, transaction)
      if (!(await unassignAttachment(db, ledger, { transaction, attachment }))) throw notFound(attachmentResource)
      return undefined
    })
  },
}
