// Files among the fields of a multipart body, as the gateway passes them to handlers.
import type { FilePart } from '#define'

export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'fileName' in value && 'bytes' in value
