// Reads the CMU pronouncing dictionary from its package (SOURCES 2.2). The package is a module of one large object; it
// is parsed as text, because importing the module would retain some sixty megabytes.
import { present } from '#define/present'
import { readArpabet } from '../sound/phonemes.ts'
import { readLines } from './lines.ts'
import { createPack } from './packing.ts'

export interface SpokenForms {
  /** Word of each form; the forms of one word are adjacent, the usual one first. */
  readonly words: readonly string[]
  /** Phonemes of each form, packed. */
  readonly forms: { readonly bytes: Uint8Array; readonly at: Uint32Array }
}

const entry = /^ {2}(?:"([^"]+)"|'([^']+)'|(\w+)): ["']([^"'#]+)/
/** Minimum number of entries. The dictionary has some 135,000; far fewer mean that the file has another format. */
const fewestEntries = 100_000

/**
 * Reads the forms, without possessives of other entries, abbreviations with full stops, and clipped words. Throws for a
 * file of another format.
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

/** Entries in file order; a word's second form has the key `word(2)`. */
export function* readEntries(path: string): Generator<{ key: string; sounds: string }> {
  for (const line of readLines(path)) {
    const match = entry.exec(line)
    if (!match) continue
    const [, quoted, apostrophised, bare, sounds] = match
    yield { key: quoted ?? apostrophised ?? present(bare), sounds: present(sounds).trim() }
  }
}

function isPossessive(word: string, all: ReadonlySet<string>): boolean {
  return (word.endsWith("'s") && all.has(word.slice(0, -2))) || (word.endsWith("s'") && all.has(word.slice(0, -1)))
}
