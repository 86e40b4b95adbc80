// Audio formats for a decoder: the containers and codecs that the provider documents (SOURCES 6.2, 6.5) and that can be
// decoded here.

export type Container = 'auto' | 'flac' | 'mpeg' | 'ogg' | 'webm' | 'matroska'
export type Codec = 'flac' | 'mp3' | 'opus'

export interface CompressedFormat {
  readonly container: Container
  /** The required codec; undefined for any that can be decoded. */
  readonly codec: Codec | undefined
}

const containers: Readonly<Record<string, readonly [Container, ...Codec[]]>> = {
  'audio/auto': ['auto'],
  'audio/flac': ['flac'],
  'audio/mpeg': ['mpeg'],
  'audio/ogg': ['ogg', 'flac', 'opus'],
  'audio/webm': ['webm', 'opus'],
  'audio/x-matroska': ['matroska', 'flac', 'mp3', 'opus'],
}

/** The format of a content type; undefined for formats that the provider does not document, and for AAC. */
export function compressedFormatIn(contentType: string): CompressedFormat | undefined {
  const [type = '', parameter, ...others] = contentType
    .toLowerCase()
    .replaceAll(/[\s"]/g, '')
    .replace(/;$/, '')
    .split(';')
  const [container, ...codecs] = containers[type] ?? []
  if (container === undefined || others.length > 0) return undefined
  if (parameter === undefined) return { container, codec: undefined }
  const codec = codecs.find((one) => parameter === `codecs=${one}`)
  return codec && { container, codec }
}
