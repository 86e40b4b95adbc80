// Translates line-based formats: plain text, Markdown, properties, strings files and JSON.
import { badRequest } from '../../errors.ts'
import { createFences } from './markdown-fences.ts'
import { inPlaces, type Place, placeOf } from './places.ts'

export const translateText = inPlaces(function* (text) {
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) yield placeOf(index, line)
})

/**
 * Translates Markdown. Markers of headings, list items, quotes and cells are kept, as are front matter, code blocks,
 * and imports and exports of MDX.
 */
export const translateMarkdown = inPlaces(function* (text) {
  const front = /^(?:---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n[\s\S]*?\n\+\+\+)[ \t]*(?:\r?\n|$)/.exec(
    text,
  )?.[0]
  if (front !== undefined) yield { start: 0, end: front.length, text: front }
  const isFenced = createFences()
  let isAfterText = false
  /** True within a box or tab of MkDocs, whose content is indented. */
  let isBoxed = false
  let inTable = false
  let inModule = false
  /** The end of a block of HTML whose content is no language, such as a script or a comment. */
  let rawEnd: RegExp | undefined
  const lines = [...text.matchAll(/[^\r\n]+|\n\s*\n/g)]
  for (const [at, { 0: line, index }] of lines.entries()) {
    if (index < (front?.length ?? 0)) continue
    if (/^\S/.test(line)) isBoxed = box.test(line)
    // an indented line continues a paragraph, a list or a box, or is code
    const isCode =
      isFenced(line) ||
      (!isAfterText && (isBoxed ? deepIndent : indent).test(line) && !/^\s+(?:[-*+]|\d{1,9}[.)])\s/.test(line))
    const isRaw = rawEnd !== undefined || (!isCode && opensRaw(line))
    if (isRaw) rawEnd = (rawEnd ?? rawEndOf(line)).test(line) ? undefined : (rawEnd ?? rawEndOf(line))
    const isBlank = line.trim() === ''
    inTable = !isBlank && line.includes('|') && (inTable || isDelimiterRow(lines[at + 1]?.[0]))
    inModule = !isBlank && !isCode && (inModule || (!isAfterText && opensModule(line)))
    if (isBlank) isAfterText = false
    else if (
      isCode ||
      isRaw ||
      inModule ||
      /^\s*\[[^\]]*\]:\s*(?:<|\S+(?:\s+["'(].*)?$)|^\s*:::|^[\s|:=>-]*$|^\s*\[{1,2}_?TOC_?\]{1,2}\s*$/.test(line)
    )
      yield { start: index, end: index + line.length, text: line }
    else {
      isAfterText = true
      const lead =
        /^\s*(?:>\s*|(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+|\[\^[^\]]{1,60}\]:\s+|\[![A-Z]+\]|(?:!!!|\?\?\?\+?) [\w-]+(?=\s*$|\s+"))*/.exec(
          line,
        )?.[0].length ?? 0
      const isRow = inTable || /^\|.*\|\s*$/.test(line)
      yield* isRow ? cellsOf(index + lead, line.slice(lead)) : [placeOf(index + lead, line.slice(lead))]
    }
  }
})

const [indent, deepIndent] = [/^(?: {4}|\t)/, /^(?: {8}|\t\t)/]
const box = /^(?:!!!|\?\?\?\+?|===[!+]?)\s+[\w"]/

const rawBlocks: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/^\s{0,3}<!--/, /-->/],
  [/^\s{0,3}<(?:script|style|pre|textarea)(?:[\s>]|$)/i, /<\/(?:script|style|pre|textarea)>/i],
  // code of Jekyll and Hugo, and formulas of TeX
  [/^\s{0,3}\{%-?\s?(?:highlight|code|codeblock|mermaid)\b/, /\{%-?\s?end(?:highlight|code|codeblock|mermaid)\b/],
  [/^\s{0,3}\{\{[<%]\s?(?:highlight|mermaid|math|katex)\b/, /\{\{[<%]\s?\/\s?(?:highlight|mermaid|math|katex)\b/],
  [
    /^\s{0,3}\\begin\{(?:equation|align|gather|multline|eqnarray|displaymath|tikzpicture|lstlisting|verbatim)\*?\}/,
    /\\end\{(?:equation|align|gather|multline|eqnarray|displaymath|tikzpicture|lstlisting|verbatim)\*?\}/,
  ],
  [/^\s{0,3}\\\[\s*$/, /\\\]/],
]
const opensRaw = (line: string) => rawBlocks.some(([begins]) => begins.test(line))
const rawEndOf = (line: string): RegExp => rawBlocks.find(([begins]) => begins.test(line))?.[1] ?? /$/

/** Statements that the next blank line ends, each written as no sentence begins. */
const statements = [
  /^import\s+(?:[\w$*{][^'"]*\sfrom\s*)?['"][^'"]+['"];?\s*$/,
  /^import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{[^}'"]*$/,
  /^export\s+(?:\*|\{)/,
  /^export\s+(?:const|let|var)\s+(?:[{[]|[\w$]+\s*[:=])/,
  /^export\s+(?:default\s+)?(?:async\s+)?(?:function\b[\s*\w$]*\(|class\s[^{]*\{)/,
  /^export\s+default\s+(?:[\w$.]+;?\s*$|(?:[\w$.]+\s*)?[({[])/,
]
const opensModule = (line: string) =>
  (line.startsWith('import') || line.startsWith('export')) && statements.some((statement) => statement.test(line))

/** True for the row below the head of a table, also in a quote. */
const isDelimiterRow = (line = '') => /^[\s>]*[|:-][\s|:-]*$/.test(line) && line.includes('|') && line.includes('-')

/** The cells of a table row. A bar in code, or after a backslash, belongs to its cell. */
function* cellsOf(start: number, line: string): Generator<Place> {
  for (const { 0: cell, index } of line.matchAll(/(?:[^|\\`]|\\.|`[^`]*`?)+/g)) {
    const place = placeOf(start + index, cell)
    const bars = cell.split('|').length
    yield {
      ...place,
      // a bar in the translation would begin a new cell
      write: (said) =>
        (said.split('|').length > bars ? said.replaceAll(/(?<!\\)\|/g, '\\|') : said).replaceAll(/[\r\n]+/g, ' '),
    }
  }
}

/** Translates `key=value`, also with a colon. Comments begin with # or !, and a backslash continues the line. */
export const translateProperties = inPlaces(function* (text) {
  /** True if an apostrophe of some value is written twice, as MessageFormat of Java needs it. */
  const isFormat = /''/.test(text)
  const isAscii = /^[\0-\x7f]*$/.test(text)
  // a comment is not continued in the next line
  const lines = /(?<![^\r\n])[ \t\f]*[#!][^\r\n]*|(?:[^\r\n\\]|\\(?:\r\n|[\s\S]))+/g
  for (const { 0: line, index } of text.matchAll(lines)) {
    if (/^\s*[#!]/.test(line)) continue
    const lead = /^\s*(?:\\.|[^\\=:\s])+\s*[=:\s]\s*(?:\\(?:\r\n|\r|\n)\s*)?/s.exec(line)?.[0].length
    if (lead === undefined) continue
    const value = line.slice(lead).replaceAll(/\\(?:\r\n|\r|\n)[ \t\f]*/g, '')
    // a single apostrophe begins a part in which placeholders are text
    const isDoubled = isFormat && /''|\{\d{1,3}\s?[,}]/.test(value) && !value.replaceAll("''", '').includes("'")
    const write = (said: string) => {
      const formatted = isDoubled ? said.replaceAll("'", "''") : said
      const escaped = escapedText(formatted).replaceAll('\\"', '"').replace(/^ /, '\\ ')
      return isAscii
        ? escaped.replaceAll(/[^\0-\x7f]/g, unicodeEscape)
        : escaped.replaceAll(/[^\0-\xff]/g, unicodeEscape)
    }
    const read = unescaped(value)
    yield {
      start: index + lead,
      end: index + line.length,
      text: isDoubled ? read.replaceAll("''", "'") : read,
      write,
    }
  }
})

/** Translates `"key" = "value";` of Apple's strings files. */
export const translateStrings = inPlaces(function* (text) {
  // an unclosed string extends to the end, so that later quotation marks do not restart the search
  const tokens = /\/\*(?:[^*]|\*(?!\/))*|\/\/[^\r\n]*|"([^"\\]*(?:\\[\s\S][^"\\]*)*)(?:"|\\?$)|[={]/g
  let isValue = false
  for (const { 0: token, 1: value, index } of text.matchAll(tokens)) {
    const isString = value !== undefined && token.length === value.length + 2
    if (isString && isValue)
      yield { start: index + 1, end: index + 1 + value.length, text: unescaped(value), write: escapedText }
    // comments are allowed between the two
    if (isString || token === '=' || token === '{') isValue = token === '='
  }
})

/** Translates string values; keys and numbers stay, and what a key with an @ says about another (ARB, JSON-LD). */
export const translateJson = inPlaces(function* (text) {
  try {
    JSON.parse(text)
  } catch {
    throw badRequest('Invalid file data.')
  }
  let depth = 0
  /** The depth at which the value of such a key is; undefined outside. */
  let about: number | undefined
  for (const { 0: found, index } of text.matchAll(/(?<!\\)"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g)) {
    if (found === '{' || found === '[') depth += 1
    else if (found === '}' || found === ']') depth -= 1
    if (about !== undefined && (depth < about || (depth === about && found === ','))) about = undefined
    if (!found.startsWith('"')) continue
    const end = index + found.length
    const string = { start: index, end, text: String(JSON.parse(found)) }
    if (/^\s*:/.test(text.slice(end, end + 100))) {
      if (about === undefined && string.text.startsWith('@')) about = depth
    } else if (about !== undefined) yield string
    else yield { ...string, write: (translation) => JSON.stringify(translation) }
  }
})

const written: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unescaped = (text: string) =>
  text.replaceAll(
    /\\(?:[uU]([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
    (_found: string, unit: string | undefined, byte: string | undefined, letter = '') => {
      const code = unit ?? byte
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      return written[letter] ?? letter
    },
  )
const escapedText = (text: string) =>
  text.replaceAll(
    /[\\"\n\t\r]/g,
    (character) => ({ '\n': '\\n', '\t': '\\t', '\r': '\\r' })[character] ?? `\\${character}`,
  )
const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
