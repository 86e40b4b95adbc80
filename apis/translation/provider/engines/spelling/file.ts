// Files of Hunspell dictionaries as text.

/** A dictionary that cannot be used; the message continues "…: ". */
export class SpellingUnusable extends Error {
  override name = 'SpellingUnusable'
}

const mostLine = 10_000

/** Decodes as `SET` of the rules says, UTF-8 where they do not. Throws SpellingUnusable for what is not so encoded. */
export function decodeSpelling(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SpellingUnusable(`its text is not ${encoding}`, { cause })
  }
}

/** What `SET` says, as `TextDecoder` names it. */
export function encodingOf(rules: Uint8Array): string {
  const head = Buffer.from(rules.buffer, rules.byteOffset, rules.byteLength).toString('latin1')
  const named = /^(?:\xef\xbb\xbf)?SET[ \t]+(\S{1,40})/m.exec(head)?.[1] ?? 'UTF-8'
  return named.replace(/^ISO-?8859/i, 'iso-8859').replace(/^microsoft-cp/i, 'windows-')
}

/** Without those that are empty or a comment. Throws SpellingUnusable where one is too long. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.some((line) => line.length > mostLine)) throw new SpellingUnusable('it has a line that is too long')
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}
