// An attachment in responses; its links use the address at which the caller reached this API.
import type { Call, OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { timeOf } from '../../ledger.ts'
import { fileKinds } from './file-kinds.ts'
import type { AttachmentRow } from './store.ts'

type AttachmentView = OutputOf<(typeof endpoints)['getAttachment']>

export function attachmentView(row: AttachmentRow, { request }: Call): AttachmentView {
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
    variants: isImage ? { thumb_url: `${address}/variants/thumb`, large_url: `${address}/variants/large` } : {},
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
