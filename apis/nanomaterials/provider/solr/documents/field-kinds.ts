// What the end of a field's name says about its values (SOURCES 5.2).

export type FieldKind = 'string' | 'strings' | 'number' | 'text'

/** The default field: the words of every string of a document. */
export const textField = 'text'

const bySuffix: readonly (readonly [RegExp, FieldKind])[] = [
  [/_(?:s|hs|id)$/, 'string'],
  [/_(?:ss|hss)$/, 'strings'],
  [/_(?:d|i|l|f)$/, 'number'],
  [/_(?:t|txt)$/, 'text'],
]

/** Undefined for a field that the schema does not have. */
export function fieldKind(name: string): FieldKind | undefined {
  if (name === 'id' || name === '_root_') return 'string'
  if (name === textField || name === '_text_') return 'text'
  return bySuffix.find(([suffix]) => suffix.test(name))?.[1]
}

/** Words in lower case; a dot or an apostrophe inside a word belongs to it. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.'][\p{L}\p{N}_]+)*/gu) ?? []
}
