// Validates the body of a new attachment.
import { invalid } from '../../errors.ts'
import { nullableStringIn, requiredStringIn, type Values } from '../../reading.ts'
import { claimedKind, fileKinds } from './file-kinds.ts'

interface NewFile {
  readonly kind: string
  readonly fileName: string
  readonly title: string
  readonly original: Buffer
}

/** Returns the file of the body. Throws 422 unless its bytes match the kind that its name claims. */
export function fileIn(body: Values): NewFile {
  const fileName = plainName(requiredStringIn(body, 'file_name'))
  const kind = claimedKind(fileName)
  if (kind === undefined) throw invalid('file_name is not a png, jpg, pdf, xls, xlsx, doc or docx file')
  const original = bytesIn(body)
  if (!fileKinds[kind]?.is(original)) throw invalid(`file_data is not a ${kind} file`)
  return { kind, fileName, title: nullableStringIn(body, 'title') || titleOf(fileName), original }
}

/** Returns the name without folders and control characters. */
function plainName(path: string): string {
  const name = path.replace(/^.*[\\/]/s, '').replace(/\p{Cc}/gu, '')
  if (name === '') throw invalid("file_name can't be blank")
  return name
}

function bytesIn({ file_data: data }: Values): Buffer {
  if (data === undefined || data === null || data === '') throw invalid('file_data is missing')
  if (typeof data !== 'string') throw invalid('file_data is invalid')
  const bytes = Buffer.from(data, 'base64')
  // the decoder skips unknown characters, so the bytes must account for every character but blanks
  const characters = data.replace(/[\s=]+/g, '').length
  if (bytes.length === 0 || Math.ceil((bytes.length * 4) / 3) !== characters) throw invalid('file_data is not base64')
  return bytes
}

/** Converts `taxi_receipt.png` to `Taxi receipt`. */
export function titleOf(fileName: string): string {
  const words =
    fileName
      .replace(/\.[^.]*$/, '')
      .replace(/[_-]+/g, ' ')
      .trim() || fileName
  return words.charAt(0).toUpperCase() + words.slice(1)
}
