// The document types by extension, with the provider's limits (SOURCES 2.5).
import { badRequest, tooLarge } from '../../errors.ts'
import { translateCsv } from './csv.ts'
import type { DocumentFormat } from './format.ts'
import { translateHtml, translateXml } from './markup.ts'
import { translateDocx, translateOdt, translatePptx, translateXlsx } from './office.ts'
import { translatePdf } from './pdf.ts'
import { translateJson, translateMarkdown, translateProperties, translateStrings, translateText } from './plain.ts'
import { translateSubtitles } from './subtitles.ts'
import { translateXliff } from './xliff.ts'
import { translateYaml } from './yaml.ts'

const mebibyte = 1024 * 1024

const text = (contentType: string, maxBytes: number, translate: DocumentFormat['translate']): DocumentFormat => ({
  contentType,
  maxBytes,
  minimumBilled: 0,
  translate,
})
const office = (kind: string, translate: DocumentFormat['translate']): DocumentFormat => ({
  contentType: `application/vnd.${kind}`,
  maxBytes: 30 * mebibyte,
  minimumBilled: 50_000,
  translate,
})
const openXml = (kind: string) => `openxmlformats-officedocument.${kind}`
const html = text('text/html', 5 * mebibyte, translateHtml)
const xliff = text('application/xliff+xml', 10 * mebibyte, translateXliff)
const yaml = text('application/yaml', mebibyte, translateYaml)

const formats: Readonly<Record<string, DocumentFormat>> = {
  txt: text('text/plain', mebibyte, translateText),
  md: text('text/markdown', mebibyte, translateMarkdown),
  html,
  htm: html,
  xml: text('application/xml', 5 * mebibyte, translateXml),
  xlf: xliff,
  xliff,
  srt: text('application/x-subrip', 150 * 1024, translateSubtitles),
  vtt: text('text/vtt', 150 * 1024, translateSubtitles),
  json: text('application/json', mebibyte, translateJson),
  yaml,
  yml: yaml,
  csv: text('text/csv', mebibyte, translateCsv),
  tsv: text('text/tab-separated-values', mebibyte, translateCsv),
  properties: text('text/plain', mebibyte, translateProperties),
  strings: text('text/plain', mebibyte, translateStrings),
  docx: office(openXml('wordprocessingml.document'), translateDocx),
  pptx: office(openXml('presentationml.presentation'), translatePptx),
  xlsx: office(openXml('spreadsheetml.sheet'), translateXlsx),
  pdf: {
    contentType: 'application/pdf',
    maxBytes: 30 * mebibyte,
    minimumBilled: 50_000,
    signature: '%PDF-',
    translate: translatePdf('pdf'),
    conversions: { docx: office(openXml('wordprocessingml.document'), translatePdf('docx')) },
  },
  odt: office('oasis.opendocument.text', translateOdt),
}

/**
 * The format for the extension of a file name, written as `output` if that differs. Throws 400 if either is not
 * supported.
 */
export function formatOf(fileName: string, output?: string): DocumentFormat & { readonly extension: string } {
  const extension = /\.([a-z\d]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const format = Object.hasOwn(formats, extension) ? formats[extension] : undefined
  if (!format) throw badRequest(`Invalid file data. ${notReadable(extension)}`)
  const wanted = output?.toLowerCase() || extension
  if (wanted === extension) return { ...format, extension }
  const { conversions = {} } = format
  const converted = Object.hasOwn(conversions, wanted) ? conversions[wanted] : undefined
  if (!converted) throw badRequest('Conversion to the requested output_format is not supported.')
  const { contentType, translate } = converted
  return { ...format, contentType, translate, extension: wanted }
}

/** The official libraries look for `nvalid file` or `file extension` (SOURCES 2.5). */
const notReadable = (extension: string) =>
  `${extension === '' ? 'The file name has no file extension.' : `The file extension .${extension.slice(0, 20)} is not supported.`} ` +
  `Supported are ${Object.keys(formats).join(', ')}.`

/** Throws 413 or 400 for a file that is too large, empty, or of another type than its name indicates. */
export function requireFile({ maxBytes, signature = '' }: DocumentFormat, bytes: Buffer): void {
  if (bytes.length > maxBytes) throw tooLarge(`The document exceeds the limit of ${maxBytes} bytes.`)
  if (bytes.length === 0 || !bytes.subarray(0, 1024).includes(signature)) throw badRequest('Invalid file data.')
}
