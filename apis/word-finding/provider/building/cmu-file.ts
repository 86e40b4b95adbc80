// Reads the CMU pronouncing dictionary from its package (SOURCES 2.2). The package is a module of one large object; it
// is parsed as text, because loading it as a module would retain some sixty megabytes.
import { readArpabet } from '../sound/phonemes.ts'
import { readLines } from './lines.ts'
import { createPack } from './packing.ts'

export interface SpokenForms {
  /** The word of each form; forms of one word follow each other, the usual one first. */
  readonly words: readonly string[]
  /** Phonemes of each form, packed. */
  readonly forms: { readonly bytes: Uint8Array; readonly at: Uint32Array }
}

const entry = /^ {2}(?:"([^"]+)"|'([^']+)'|(\w+)): ["']([^"'#]+)/
/** The dictionary has some 135,000 entries; far fewer mean that the file has another format. */
const fewestEntries = 100_000

/**
 * Without possessives of other entries, abbreviations with full stops, and clipped words. Throws for a file of another
 * format.
 */
export function readSpokenForms(path: string): SpokenForms {
  const all = new Set<string>()
  for (const { key } of readEntries(path)) all.add(key)
  if (all.size < fewestEntries) throw new Error('the CMU dictionary is not in the known format')
  const words: string[] = []
  const forms = createPack()
  const known = new Set<string>()
  for (const { key, sounds } of readEntries(path)) {
    const word = key.replace(/\(\d+\)$/, '')
    if (!/^[a-z][a-z0-9'-]*$/.test(word) || isPossessive(word, all)) continue
    const phonemes = readArpabet(sounds)
    if (!phonemes || known.has(`${word} ${sounds}`)) continue
    known.add(`${word} ${sounds}`)
    words.push(word)
    forms.add(phonemes)
  }
  return { words, forms: forms.done() }
}

/** Entries in their order; a word's second form has the key `word(2)`. */
export function* readEntries(path: string): Generator<{ key: string; sounds: string }> {
  for (const line of readLines(path)) {
    const match = entry.exec(line)
    if (match) yield { key: match[1] ?? match[2] ?? match[3] ?? '', sounds: match[4]?.trim() ?? '' }
  }
}

function isPossessive(word: string, all: ReadonlySet<string>): boolean {
  return (word.endsWith("'s") && all.has(word.slice(0, -2))) || (word.endsWith("s'") && all.has(word.slice(0, -1)))
}
