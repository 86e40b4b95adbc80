// Translates HTML and XML documents.
import { badRequest } from '../../errors.ts'
import { type TagRules, translateMarkup } from '../../text/markup.ts'
import type { ReadableAttributes, TranslatePassages } from '../../text/parts.ts'
import { decoded } from './encoding.ts'
import { inlineXml, type Left } from './format.ts'

/** The attributes that the HTML standard calls translatable, by element. */
const ofElement = new Map([
  ['img', ['alt']],
  ['area', ['alt']],
  ['input', ['alt', 'placeholder']],
  ['textarea', ['placeholder']],
  ['optgroup', ['label']],
  ['option', ['label']],
  ['track', ['label']],
  ['th', ['abbr']],
])
const ofAny = 'title aria-label aria-description aria-placeholder aria-roledescription aria-valuetext'.split(' ')
const describing =
  /\s(?:name|property)\s?=\s?["']?(?:description|keywords|application-name|(?:og|twitter):(?:title|description|site_name|image:alt))["'\s/>]/i
const readable: ReadableAttributes = (name, raw) => {
  const element = name.toLowerCase()
  if (element === 'meta') return describing.test(raw) ? ['content'] : []
  if (element === 'input' && /\stype\s?=\s?["']?(?:submit|button|reset)\b/i.test(raw)) return ['value', ...ofAny]
  return [...(ofElement.get(element) ?? []), ...ofAny]
}
const html: TagRules = { ...inlineXml, kind: 'html', readable }
const xml: TagRules = { ...inlineXml, version: 'v2', outline: true, attributes: true }
/** Apple's property lists, among them `.stringsdict`: keys, and the values that name types, are not text. */
const propertyList: TagRules = { ...xml, ignored: new Set(['key', 'data', 'date', 'integer', 'real']) }
/** Android's resources: these elements are around what translators must not touch. */
const androidResources: TagRules = { ...xml, ignored: new Set(['xliff:g']) }
/** Drawings and pages as XML: their programs are not text. */
const programs: TagRules = {
  ...xml,
  ignored: new Set(['script', 'style', 'svg:script', 'svg:style', 'html:script', 'html:style']),
}
const hasPrograms = /\sxmlns(?::\w{1,20})?\s?=\s?["']http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xhtml)["']/
const typeValue = /(<key>NSStringFormat(?:Spec|Value)TypeKey<\/key>\s{0,200}<string)(>)/g
const keptMark = ' translate="no"'

/** Reads and writes apostrophes with the backslash without which Android's resources do not compile. */
function withApostrophes(translate: TranslatePassages): TranslatePassages {
  return async (passages) => {
    const read = passages.map((pieces) =>
      pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll(/(?<!\\)\\'/g, "'") : piece)),
    )
    const said = await translate(read)
    return said.map((pieces) =>
      pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll("'", "\\'") : piece)),
    )
  }
}

export async function translateHtml(bytes: Buffer, translate: TranslatePassages, left?: Left): Promise<Buffer> {
  const { text, encode } = decoded(bytes)
  return encode(await translateMarkup(text, html, translate, () => left?.('kept')))
}

export async function translateXml(bytes: Buffer, translate: TranslatePassages, left?: Left): Promise<Buffer> {
  const { text, encode } = decoded(bytes)
  if (/<!ENTITY/i.test(text)) throw badRequest('Invalid file data.')
  const beginning = text.slice(0, 2000)
  if (!/<plist[\s>]/.test(beginning)) {
    const isAndroid = /<resources[\s>]/.test(beginning)
    const rules = isAndroid ? androidResources : hasPrograms.test(text) ? programs : xml
    return encode(
      await translateMarkup(text, rules, isAndroid ? withApostrophes(translate) : translate, () => left?.('kept')),
    )
  }
  const marked = text.replaceAll(typeValue, `$1${keptMark}$2`)
  const written = await translateMarkup(marked, propertyList, translate, () => left?.('kept'))
  return encode(marked === text ? written : written.replaceAll(new RegExp(`(<string)${keptMark}(>)`, 'g'), '$1$2'))
}
