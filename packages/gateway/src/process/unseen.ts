// Invisible characters, which programs read but people do not see: with these, a text shows one thing and says another.

/**
 * Matches control characters, marks of direction, separators of lines and paragraphs, marks of annotation, and all that
 * Unicode calls default ignorable: zero-width characters, joiners, variation selectors, fillers, tags.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u
const eachUnseen = new RegExp(unseen, 'gu')
/** Matches the same in a text of several lines, where tabs and line breaks are visible. */
const eachUnseenInLines = new RegExp(`${unseen.source}(?<![\\t\\n\\r])`, 'gu')

/** Reports whether a name is fully visible, and every program can store it. */
export function isSeenWhole(name: string): boolean {
  return name.isWellFormed() && !unseen.test(name)
}
/** The end of a sentence: the characters that a name must not contain. */
export const unseenSentence =
  'no control characters, line breaks, marks of direction, other characters that are not seen, or halves of characters'

/** Returns the text without invisible characters; tabs and line breaks stay. */
export function withoutUnseen(text: string): string {
  return text.replace(eachUnseenInLines, '')
}

/** Returns JSON of the same value, with invisible characters as escapes, which are visible. */
export function withSeenEscapes(json: string): string {
  return json.replace(eachUnseen, (character) =>
    Array.from({ length: character.length }, (_none, at) => escapeOf(character.charCodeAt(at))).join(''),
  )
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
