// Translates XLIFF 1.2 and 2: writes the target of each unit from its source. Proposals, notes, native codes,
// attributes and excluded texts stay unchanged.
import { createPacer } from '#provider'
import { badRequest } from '../../errors.ts'
import { type TagRules, translateMarkup } from '../../text/markup.ts'
import { isWellFormed, type MarkupToken, markupTokens } from '../../text/markup-tokens.ts'
import type { TranslatePassages } from '../../text/parts.ts'
import { decoded } from './encoding.ts'
import { inlineXml, type Left } from './format.ts'

/** Elements whose content is the code of another format. */
const nativeCode = ['bpt', 'ept', 'ph', 'it', 'ut']
const units = ['trans-unit', 'segment']

export async function translateXliff(
  bytes: Buffer,
  translate: TranslatePassages,
  left?: Left,
  target?: string,
): Promise<Buffer> {
  const { text, encode } = decoded(bytes)
  const pause = createPacer()
  const tokens: MarkupToken[] = []
  for (const token of markupTokens(text)) {
    tokens.push(token)
    await pause()
  }
  const isDocumentType = ({ kind, raw }: MarkupToken) => kind === 'other' && /^<!(?:DOCTYPE|ENTITY)/i.test(raw)
  if (!(await isWellFormed(tokens)) || tokens.some(isDocumentType)) throw badRequest('Invalid file data.')

  let written = ''
  /** True, for each open element, if its content is translated. */
  const translated: boolean[] = [true]
  let unit: MarkupToken[] | undefined
  for (const token of tokens) {
    await pause()
    const name = localName(token)
    if (token.kind === 'open') translated.push(translateOf(token.raw) ?? translated.at(-1) ?? true)
    if (unit) unit.push(token)
    else if (token.kind === 'open' && units.includes(name)) unit = [token]
    else written += token.raw
    if (unit && token.kind === 'close' && units.includes(name)) {
      written += await unitWith(unit, { isTranslated: translated.at(-1) ?? true, translate, left })
      unit = undefined
    }
    if (token.kind === 'close') translated.pop()
  }
  return encode(target === undefined ? written : withTarget(written, target))
}

/** Names the language of the targets, which version 2 requires where there are any, unless the file names one. */
function withTarget(xliff: string, target: string): string {
  if (!/<(?:[\w.-]{1,50}:)?target[\s/>]/.test(xliff)) return xliff
  return xliff
    .replace(
      /<(?:[\w.-]{1,50}:)?xliff(?=\s[^<>]*\bsrcLang\s?=)(?![^<>]*\strgLang\s?=)/,
      (begin) => `${begin} trgLang="${target}"`,
    )
    .replaceAll(
      /<(?:[\w.-]{1,50}:)?file(?=\s[^<>]*\bsource-language\s?=)(?![^<>]*\starget-language\s?=)/g,
      (begin) => `${begin} target-language="${target}"`,
    )
}

const localName = (token: MarkupToken) => ('name' in token ? token.name.replace(/^.*:/, '') : '')

function translateOf(raw: string): boolean | undefined {
  const said = /\stranslate\s*=\s*["'](yes|no)["']/.exec(raw)?.[1]
  return said === undefined ? undefined : said === 'yes'
}

interface Translating {
  readonly isTranslated: boolean
  readonly translate: TranslatePassages
  readonly left: Left | undefined
}

/** The unit with its target after the source and its segments. */
async function unitWith(
  tokens: readonly MarkupToken[],
  { isTranslated, translate, left }: Translating,
): Promise<string> {
  const raw = (from: number, to: number) =>
    tokens
      .slice(from, to)
      .map((token) => token.raw)
      .join('')
  const { source, segments, target } = childrenOf(tokens)
  const read = segments ?? source
  if (!read || !source) return raw(0, tokens.length)
  const content = raw(read.open + 1, read.close)
  const opening = tokens[source.open]
  const isApproved = target !== undefined && target.close > target.open + 1 && isFinal(tokens[0], tokens[target.open])
  if (!isTranslated || isApproved || content === '' || !opening || !('name' in opening)) {
    if (/\p{L}/u.test(content.replaceAll(/<[^<>]*>/g, ''))) left?.('kept')
    return raw(0, tokens.length)
  }
  const prefix = opening.name.slice(0, -'source'.length)
  const rules: TagRules = { ...inlineXml, ignored: new Set(nativeCode.map((name) => prefix + name)), attributes: true }
  const translation = await translateMarkup(content, rules, translate, () => left?.('kept'))
  const closing = `</${prefix}target>`
  if (target) {
    const begin = tokens[target.open]?.raw.replace(/(?<!\s)\s*\/>$/, '>') ?? ''
    return raw(0, target.open) + begin + translation + closing + raw(target.close + 1, tokens.length)
  }
  return `${raw(0, read.close + 1)}<${prefix}target>${translation}${closing}${raw(read.close + 1, tokens.length)}`
}

/** Reports whether somebody has approved a target: it is no text to be written again. */
function isFinal(unit: MarkupToken | undefined, target: MarkupToken | undefined): boolean {
  return (
    /\s(?:approved\s*=\s*["']yes|state\s*=\s*["'](?:final|reviewed))["']/.test(unit?.raw ?? '') ||
    /\sstate\s*=\s*["'](?:final|signed-off)["']/.test(target?.raw ?? '')
  )
}

interface Range {
  readonly open: number
  readonly close: number
}

/** The first child of each name; those inside proposals are not children of the unit. */
function childrenOf(tokens: readonly MarkupToken[]): Record<'source' | 'segments' | 'target', Range | undefined> {
  const found = new Map<string, Range>()
  let depth = 0
  let open = 0
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') {
      if (depth === 1) open = index
      depth += 1
    } else if (token.kind === 'close') depth -= 1
    const isChild = depth === 1 && (token.kind === 'close' || token.kind === 'empty')
    const name = localName(token)
    if (isChild && !found.has(name)) found.set(name, { open: token.kind === 'empty' ? index : open, close: index })
  }
  return { source: found.get('source'), segments: found.get('seg-source'), target: found.get('target') }
}
