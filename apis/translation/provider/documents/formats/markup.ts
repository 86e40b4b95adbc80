// Documents of markup: HTML, XML and XLIFF.
import { createPacer } from '#provider'
import { badRequest } from '../../errors.ts'
import { type TagRules, type TranslatePassages, translateMarkup } from '../../text/markup.ts'
import { isWellFormed, type MarkupToken, markupTokens } from '../../text/markup-tokens.ts'
import { inlineXml } from './format.ts'
import { textOf } from './plain.ts'

const html: TagRules = { ...inlineXml, kind: 'html' }
const xml: TagRules = { ...inlineXml, version: 'v2', outline: true }

export async function translateHtml(bytes: Buffer, translate: TranslatePassages): Promise<Buffer> {
  return Buffer.from(await translateMarkup(textOf(bytes), html, translate))
}

export async function translateXml(bytes: Buffer, translate: TranslatePassages): Promise<Buffer> {
  const text = textOf(bytes)
  if (/<!ENTITY/i.test(text)) throw badRequest('Invalid file data.')
  return Buffer.from(await translateMarkup(text, xml, translate))
}

/** The target of each unit is written from its source; XLIFF 1.2 and 2.0. */
export async function translateXliff(bytes: Buffer, translate: TranslatePassages): Promise<Buffer> {
  const pause = createPacer()
  const tokens: MarkupToken[] = []
  for (const token of markupTokens(textOf(bytes))) {
    tokens.push(token)
    const pausing = pause()
    if (pausing) await pausing
  }
  if (
    !(await isWellFormed(tokens)) ||
    tokens.some(({ kind, raw }) => kind === 'other' && /^<!(?:DOCTYPE|ENTITY)/i.test(raw))
  )
    throw badRequest('Invalid file data.')
  const written: string[] = []
  let source = ''
  let inSource = false
  let skipsTarget = false
  for (const token of tokens) {
    const pausing = pause()
    if (pausing) await pausing
    const name = 'name' in token ? token.name.replace(/^.*:/, '') : ''
    if (name === 'target' && token.kind !== 'close') skipsTarget = token.kind === 'open'
    else if (name === 'target') skipsTarget = false
    else if (!skipsTarget) {
      if (name === 'source' && token.kind === 'close') {
        inSource = false
        const prefix = 'name' in token ? token.name.slice(0, -'source'.length) : ''
        const target = await translateMarkup(source, inlineXml, translate)
        written.push(`${token.raw}<${prefix}target>${target}</${prefix}target>`)
        continue
      }
      if (inSource) source += token.raw
      if (name === 'source' && token.kind === 'open') {
        inSource = true
        source = ''
      }
      written.push(token.raw)
    }
  }
  return Buffer.from(written.join(''))
}
