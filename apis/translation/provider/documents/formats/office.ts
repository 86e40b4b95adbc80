// Translates Office documents, which are archives of XML: which files of an archive have texts, and what identifies its
// kind.
import { badRequest } from '../../errors.ts'
import { type TagRules, translateMarkup } from '../../text/markup.ts'
import type { TranslatePassages } from '../../text/parts.ts'
import { maxFileBytes, readZip, unpacked, writeZip, type ZipEntry } from '../zip.ts'
import { decoded } from './encoding.ts'
import { inlineXml, type Left } from './format.ts'
import { type Keeps, translateParagraphs } from './paragraphs.ts'
import { columnNames } from './table-columns.ts'

type TranslateXml = (xml: string, translate: TranslatePassages, keeps: Keeps, name: string) => Promise<string>
interface Kind {
  /** Name of a file in every such archive, or a pattern of its table of contents. */
  readonly proof: RegExp
  readonly isText: (name: string) => boolean
  readonly translateXml: TranslateXml
}

/** Files without texts of the document: layout, settings and metadata. */
const other =
  /(?:^|\/)(?:_rels|docProps|customXml|theme|glossary|notesMasters|handoutMasters|pivotCache|externalLinks|printerSettings)\/|(?:^|\/)(?:styles|stylesWithEffects|settings|webSettings|fontTable|numbering|calcChain|presProps|viewProps|tableStyles|\[Content_Types\])\.xml$/i
const isOpenXml = (name: string) => /\.xml$/i.test(name) && !other.test(name)
const openXml = (proof: RegExp): Kind => ({ proof, isText: isOpenXml, translateXml: translateParagraphs })

export const translateDocx = archive(openXml(/^word\/.*\.xml$|wordprocessingml/i))
export const translatePptx = archive({
  ...openXml(/^ppt\/.*\.xml$|presentationml/i),
  translateXml: (xml, translate, keeps, name) =>
    /\/slide(?:Masters|Layouts)\//i.test(name)
      ? translateTemplate(xml, translate, keeps)
      : translateParagraphs(xml, translate, keeps),
})
export const translateXlsx = archive(openXml(/^xl\/.*\.xml$|spreadsheetml/i))

const openDocument: TagRules = {
  ...inlineXml,
  splitting: new Set(['text:p', 'text:h', 'text:tab', 'text:line-break', 'svg:title', 'svg:desc']),
  ignored: new Set(['dc:creator', 'dc:date', 'meta:creator-initials', 'text:note-citation', 'office:binary-data']),
}
export const translateOdt = archive({
  proof: /^content\.xml$/,
  isText: (name) => /^(?:content|styles)\.xml$/.test(name),
  translateXml: (xml, translate) => translateMarkup(xml, openDocument, translate),
})

/** Translates what a template shows on its slides: no placeholders, whose texts are hints for an author. */
async function translateTemplate(xml: string, translate: TranslatePassages, keeps: Keeps): Promise<string> {
  let written = ''
  for (const part of xml.split(/(?=<p:sp>)|(?<=<\/p:sp>)/))
    written += /<p:ph[\s/>]/.test(part) ? part : await shown(part, translate, keeps)
  return written
}

/** Translates a shape; whatever is between shapes is not well-formed by itself, and has texts only in tables. */
async function shown(part: string, translate: TranslatePassages, keeps: Keeps): Promise<string> {
  let written = ''
  for (const piece of part.split(/(?=<a:p[\s>])|(?<=<\/a:p>)/))
    written +=
      piece.startsWith('<a:p') && piece.endsWith('</a:p>') ? await translateParagraphs(piece, translate, keeps) : piece
  return written
}

function archive({ proof, isText, translateXml }: Kind) {
  return async (bytes: Buffer, translate: TranslatePassages, left?: Left): Promise<Buffer> => {
    const entries = await readZip(bytes)
    if (!(await isOfKind(entries, proof))) throw badRequest('Invalid file data.')
    const names = await columnNames(entries)
    const replaced = new Map<string, Buffer>()
    for (const entry of entries) {
      // a document inside the document, such as the table behind a chart
      if (/\.(?:docx|xlsx|pptx)$/i.test(entry.filename)) left?.('unreadable')
      // what pivot tables show until they are refreshed
      if (/^xl\/pivotCache\/pivotCacheDefinition\d+\.xml$/i.test(entry.filename)) left?.('unreadable')
      if (!isText(entry.filename)) continue
      // a large sheet of numbers
      if (/^xl\/worksheets\//i.test(entry.filename) && entry.uncompressedSize > maxFileBytes) {
        left?.('unreadable')
        continue
      }
      const { text, encode } = decoded(await unpacked(entry))
      if (/<!DOCTYPE|<!ENTITY/i.test(text.slice(0, 10_000))) throw badRequest('Invalid file data.')
      countKept(text, left)
      const keeps = { texts: names, onKept: () => left?.('kept') }
      const translated = await translateXml(text, translate, keeps, entry.filename)
      if (translated !== text) replaced.set(entry.filename, encode(translated))
    }
    return writeZip(entries, replaced)
  }
}

/**
 * Counts names of sheets and lists to choose from, which formulas use, texts of formulas, and page headers, which codes
 * are in.
 */
function countKept(xml: string, left: Left | undefined): void {
  for (const [, formula = ''] of xml.matchAll(/<(?:\w{1,20}:)?f(?:\s[^<>]{0,500})?>([^<]*)</g))
    if (/"[^"]*\p{L}{2}/u.test(formula.replaceAll('&quot;', '"'))) left?.('kept')
  for (const [, name = '', why = name] of xml.matchAll(
    /<(?:\w{1,20}:)?(?:(?:sheet\s[^<>]{0,500}?\bname=|formula1>)"([^"<>]*)"|(?:odd|even|first)(?:Header|Footer)>([^<>]*))/g,
  ))
    if (/\p{L}{2}/u.test(why.replaceAll(/&amp;(?:"[^"]*"|&quot;[^&]*&quot;|\w)/g, '')))
      left?.(name === '' ? 'unreadable' : 'kept')
}

async function isOfKind(entries: readonly ZipEntry[], proof: RegExp): Promise<boolean> {
  if (entries.some(({ filename }) => proof.test(filename))) return true
  const contents = entries.find(({ filename }) => filename === '[Content_Types].xml')
  return contents !== undefined && proof.test((await unpacked(contents)).toString())
}
