// Forms and multipart bodies as OpenAPI has them written (3.1, section 4.8.15): from fields to the body of a call. The
// client has a copy, which `npm run generate` makes.
import { queryText, type WrittenStyle } from './written-parameter.ts'

/** The form in which a field is written; without either, a list repeats its name. */
interface WrittenField {
  readonly style?: WrittenStyle | undefined
  /** The content type of its part in a multipart body. */
  readonly contentType?: string | undefined
}
export type WrittenFields = Readonly<Record<string, WrittenField>>
type Fields = readonly (readonly [name: string, value: unknown])[]

/** Returns the pairs of a form, encoded and joined. Throws URIError. */
export function formText(fields: Fields, encoding: WrittenFields = {}): string {
  const pairs = fields.map(([name, value]) => {
    const { style } = fieldOf(encoding, name)
    if (style && value !== undefined && value !== null) return queryText(name, value, style)
    return new URLSearchParams(itemsOf(value).map((one) => [name, textOf(one)])).toString()
  })
  return pairs.filter((text) => text !== '').join('&')
}

/** A file in a multipart body. */
export interface WrittenFile<Bytes> {
  readonly bytes: Bytes
  readonly fileName: string
  /** Default: that of the field, or else `application/octet-stream`. */
  readonly contentType: string | undefined
  /** Further headers of the part. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}
interface Multipart<Bytes> {
  readonly encoding: WrittenFields | undefined
  /** A value that no field holds. */
  readonly boundary: string
  /** Returns the file that a value stands for; undefined for other values. */
  readonly fileIn: (value: unknown) => WrittenFile<Bytes> | undefined
}

/** Returns a multipart body as pieces to be joined. Throws URIError. */
export function multipartPieces<Bytes>(fields: Fields, options: Multipart<Bytes>): (string | Bytes)[] {
  const { encoding = {}, boundary, fileIn } = options
  const part = (name: string, value: unknown, declared: string | undefined): (string | Bytes)[] => {
    const file = fileIn(value)
    const contentType = file ? (file.contentType ?? declared ?? 'application/octet-stream') : declared
    const head = [
      `--${boundary}`,
      `content-disposition: form-data; name="${quotable(name)}"${file ? `; filename="${quotable(file.fileName)}"` : ''}`,
      ...(contentType === undefined ? [] : [`content-type: ${quotable(contentType)}`]),
      ...Object.entries(file?.headers ?? {}).map((pair) => pair.map(quotable).join(': ')),
    ]
    return [`${head.join('\r\n')}\r\n\r\n`, file ? file.bytes : textOf(value), '\r\n']
  }
  const parts = fields.flatMap(([name, value]) => {
    const { style, contentType } = fieldOf(encoding, name)
    const isStyled = style && !itemsOf(value).some(fileIn)
    const pairs = isStyled ? [...new URLSearchParams(formText([[name, value]], encoding))] : []
    return isStyled
      ? pairs.flatMap(([member, text]) => part(member, text, undefined))
      : itemsOf(value).flatMap((one) => part(name, one, contentType))
  })
  return [...parts, `--${boundary}--\r\n`]
}

/** Returns how a field is written, whatever its name. */
function fieldOf(encoding: WrittenFields, name: string): WrittenField {
  return (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {}
}

function itemsOf(value: unknown): readonly unknown[] {
  return [value].flat().filter((one) => one !== undefined && one !== null)
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Escapes quotes and line breaks as browsers do (HTML standard, 4.10.21.8). */
function quotable(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
