// Reads the picture (SOURCES 2) from exactly one of a file, base64 or an address; likewise a background. The first
// bytes are checked before anything is decoded.
import { type Call, type FilePart, Refusal } from '#define'
import type { Fetcher } from '#define/outbound'
import { fileKind, type PictureHeader, readPictureHeader } from '#provider'
import { problem } from '../errors.ts'
import { mostInputPixels } from '../picture/sizes.ts'
import { type Fields, stringIn } from './read-options.ts'

interface SourcePicture {
  readonly bytes: Buffer
  readonly header: PictureHeader
}
/** Limits of a picture, and the call for which it is read. */
interface SourceLimits extends Pick<Call, 'account' | 'signal'> {
  readonly fetch: Fetcher
  readonly megabytes: number
}

const fetchMs = 20_000

/** The picture of `image_file`, `image_file_b64` or `image_url`. */
export async function readSource(fields: Fields, limits: SourceLimits): Promise<SourcePicture> {
  const file = fileIn(fields, 'image_file')
  const base64 = stringIn(fields, 'image_file_b64')
  const url = stringIn(fields, 'image_url')
  const given = [file, base64, url].filter((source) => source !== undefined)
  if (given.length > 1) throw problem('multiple_sources')
  if (file) return checked(await bytesOf(file, limits), limits)
  if (base64 !== undefined) return checked(decodeBase64(base64, limits), limits)
  if (url !== undefined) return checked(await download(url, limits, 'image'), limits)
  throw problem('missing_source', { detail: 'Send exactly one of image_file, image_file_b64 and image_url.' })
}

/** The picture of `bg_image_file` or `bg_image_url`, if there is one; at most one of these and `bg_color`. */
export async function readBackground(fields: Fields, limits: SourceLimits): Promise<SourcePicture | undefined> {
  const file = fileIn(fields, 'bg_image_file')
  const url = stringIn(fields, 'bg_image_url')
  const given = [file, url, stringIn(fields, 'bg_color')].filter((source) => source !== undefined)
  if (given.length > 1) throw problem('multiple_bg_sources')
  if (file) return checked(await bytesOf(file, limits), limits)
  return url === undefined ? undefined : checked(await download(url, limits, 'bg'), limits)
}

/** The file of a field; undefined if the field was left empty. */
function fileIn(fields: Fields, name: string): FilePart | undefined {
  const value = fields[name]
  return isFile(value) && value.blob.size > 0 ? value : undefined
}

function isFile(value: unknown): value is FilePart {
  return typeof value === 'object' && value !== null && 'blob' in value && value.blob instanceof Blob
}

async function bytesOf({ blob }: FilePart, limits: SourceLimits): Promise<Buffer> {
  refuseLarge(blob.size, limits)
  return Buffer.from(await blob.arrayBuffer())
}

function refuseLarge(bytes: number, { megabytes }: SourceLimits): void {
  if (bytes > megabytes * 1024 * 1024)
    throw problem('file_too_large', { detail: `File exceeds limit of ${megabytes}MB` })
}

/** Decodes base64. The decoder skips unknown characters, so its bytes must account for everything except blanks. */
function decodeBase64(text: string, limits: SourceLimits): Buffer {
  const data = text.replace(/^data:[^,]{0,100};base64,/i, '')
  refuseLarge((data.length * 3) / 4, limits)
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length === 0 || Math.ceil((bytes.length * 4) / 3) !== data.replace(/[\s=]+/g, '').length)
    throw problem('failed_to_read_image', { detail: 'image_file_b64 is not base64.' })
  return bytes
}

async function download(
  url: string,
  { fetch, megabytes, account, signal }: SourceLimits,
  kind: 'image' | 'bg',
): Promise<Buffer> {
  const { protocol } = URL.parse(url) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:')
    throw problem(kind === 'image' ? 'invalid_image_url' : 'invalid_bg_image_url')
  const code = kind === 'image' ? 'failed_image_download' : 'failed_bg_download'
  try {
    const { status, bytes } = await fetch(url, {
      maxBytes: megabytes * 1024 * 1024,
      timeoutMs: fetchMs,
      account,
      signal,
    })
    if (status !== 200) throw problem(code, { more: `: HTTP Status ${status}` })
    return bytes
  } catch (error) {
    if (error instanceof Refusal) throw error
    // the fetcher's message is written for callers
    const reason = error instanceof Error && error.name === 'FetchRefused' ? `: ${error.message}` : ''
    throw problem(code, { more: reason })
  }
}

function checked(bytes: Buffer, limits: SourceLimits): SourcePicture {
  refuseLarge(bytes.length, limits)
  const kind = fileKind(bytes)
  if (kind !== 'png' && kind !== 'jpg' && kind !== 'webp')
    throw problem('invalid_file_type', { detail: `Expected jpg/png/webp, received ${kind ?? 'an unknown type'}` })
  const header = readPictureHeader(bytes)
  if (!header) throw problem('invalid_dimensions')
  const pixels = header.width * header.height
  if (pixels > mostInputPixels) {
    const [megapixels, most] = [Math.ceil(pixels / 1_000_000), mostInputPixels / 1_000_000]
    const detail = `The image has ${megapixels} megapixels, the maximum is ${most} megapixels`
    throw problem('resolution_too_high', { detail })
  }
  return { bytes, header }
}
