// Kinds of files that can be attached (SOURCES 4.7), recognised by their bytes: a name alone proves nothing.

interface FileKind {
  /** The provider's name of the type. */
  readonly type: 'image' | 'document'
  readonly contentType: string
  readonly title: string
  readonly description: string
  /** Other extensions of the same kind. */
  readonly also?: readonly string[]
  /** Reports whether the bytes are of this kind. */
  readonly is: (bytes: Buffer) => boolean
}

const startsWith = (hex: string) => (bytes: Buffer) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
/** Compound File Binary (MS-CFB 2.2), with one of these streams. */
const compound =
  (...streams: string[]) =>
  (bytes: Buffer) =>
    startsWith('d0cf11e0a1b11ae1')(bytes) && streams.some((name) => bytes.includes(Buffer.from(name, 'utf16le')))
/** Office Open XML (ECMA-376): a ZIP archive with a part in that folder. */
const openXml = (folder: string) => (bytes: Buffer) =>
  startsWith('504b0304')(bytes) && bytes.includes('[Content_Types].xml') && bytes.includes(folder)

const office = 'application/vnd.openxmlformats-officedocument'

/** Kinds by extension. */
export const fileKinds: Readonly<Record<string, FileKind>> = {
  png: {
    type: 'image',
    contentType: 'image/png',
    title: 'PNG',
    description: 'PNG image',
    is: startsWith('89504e470d0a1a0a'),
  },
  jpg: {
    type: 'image',
    contentType: 'image/jpeg',
    title: 'JPG',
    description: 'JPEG image',
    also: ['jpeg'],
    is: startsWith('ffd8ff'),
  },
  pdf: {
    type: 'document',
    contentType: 'application/pdf',
    title: 'PDF',
    description: 'PDF document',
    is: (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
  },
  xls: {
    type: 'document',
    contentType: 'application/vnd.ms-excel',
    title: 'XLS',
    description: 'Excel workbook',
    is: compound('Workbook', 'Book'),
  },
  xlsx: {
    type: 'document',
    contentType: `${office}.spreadsheetml.sheet`,
    title: 'XLSX',
    description: 'Excel workbook',
    is: openXml('xl/'),
  },
  doc: {
    type: 'document',
    contentType: 'application/msword',
    title: 'DOC',
    description: 'Word document',
    is: compound('WordDocument'),
  },
  docx: {
    type: 'document',
    contentType: `${office}.wordprocessingml.document`,
    title: 'DOCX',
    description: 'Word document',
    is: openXml('word/'),
  },
}

/** Returns the kind claimed by a file name; undefined for a kind that cannot be attached. */
export function claimedKind(fileName: string): string | undefined {
  const [, extension = ''] = /\.([^.]+)$/.exec(fileName.toLowerCase()) ?? []
  if (Object.hasOwn(fileKinds, extension)) return extension
  return Object.entries(fileKinds).find(([, kind]) => kind.also?.includes(extension))?.[0]
}
