// Fields that calls about glossaries share: languages, names, and dictionaries that a form lists member by member.
import { badRequest, notSpecified, notSupported } from '../errors.ts'
import { glossaryLanguages } from '../languages/catalogue.ts'

export interface DictionaryFields {
  readonly source_lang?: string | undefined
  readonly target_lang?: string | undefined
  readonly entries?: string | null | undefined
  readonly entries_format?: string | undefined
}
export interface LanguagePair {
  readonly source: string
  readonly target: string
}

const maxNameBytes = 1024

/** Base codes in lower case. Throws 400 for variants, unsupported languages, and two equal ones. */
export function pairIn({ source_lang, target_lang }: DictionaryFields): LanguagePair {
  const source = languageIn(source_lang, 'source_lang')
  const target = languageIn(target_lang, 'target_lang')
  if (source === target) throw badRequest('Source and target language are equal.')
  return { source, target }
}

function languageIn(code: string | undefined, name: string): string {
  if (code === undefined || code === '') throw notSpecified(name)
  const language = code.toLowerCase()
  if (!glossaryLanguages.includes(language)) throw notSupported(name)
  return language
}

export function nameIn(name: string | undefined): string {
  if (name === undefined || name.trim() === '') throw badRequest('Name not provided or empty.')
  if (Buffer.byteLength(name) > maxNameBytes) throw badRequest(`The name exceeds ${maxNameBytes} bytes`)
  return name
}

export function formatIn({ entries_format: format = 'tsv' }: DictionaryFields): 'tsv' | 'csv' {
  if (format === 'tsv' || format === 'csv') return format
  throw notSupported('entries_format')
}

const member = /^dictionaries(?:\[(\d{1,4})\]|\.(\d{1,4}))(?:\.|\[)(source_lang|target_lang|entries|entries_format)\]?$/

/** The list of a JSON body, or the members `dictionaries[0].source_lang` of a form in numerical order. */
export function dictionariesIn(body: Readonly<Record<string, unknown>>): DictionaryFields[] {
  if (Array.isArray(body.dictionaries)) return body.dictionaries.map((one) => Object(one))
  const byNumber = new Map<number, Record<string, string>>()
  for (const [name, value] of Object.entries(body)) {
    const [, bracketed, dotted, field] = member.exec(name) ?? []
    if (field === undefined) continue
    const number = Number(bracketed ?? dotted)
    const fields = byNumber.get(number) ?? {}
    fields[field] = String(value)
    byNumber.set(number, fields)
  }
  return [...byNumber].sort(([a], [b]) => a - b).map(([, fields]) => fields)
}
