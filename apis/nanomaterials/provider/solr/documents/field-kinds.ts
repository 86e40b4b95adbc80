// The kind of a field's values, by the suffix of its name (SOURCES 5.2).

export type FieldKind = 'string' | 'strings' | 'number' | 'text'

/** The default field: the words of every string of a document. */
export const textField = 'text'

const bySuffix: readonly (readonly [RegExp, FieldKind])[] = [
  [/_(?:s|hs|id)$/, 'string'],
  [/_(?:ss|hss)$/, 'strings'],
  [/_(?:d|i|l|f)$/, 'number'],
  [/_(?:t|txt)$/, 'text'],
]

/** Returns the kind; undefined for a field outside the schema. */
export function fieldKind(name: string): FieldKind | undefined {
  if (name === 'id' || name === '_root_') return 'string'
  if (name === textField || name === '_text_') return 'text'
  return bySuffix.find(([suffix]) => suffix.test(name))?.[1]
}

/** Returns words in lower case; a dot or an apostrophe inside a word belongs to it. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.'][\p{L}\p{N}_]+)*/gu) ?? []
}
