// Builds the tables of the lexicon from the packages. The build takes seconds and more than a hundred megabytes, so it
// runs in a separate process.
import { readFileSync } from 'node:fs'
import { createLexicon } from '../lexicon/lexicon.ts'
import type { Tables } from '../lexicon/tables.ts'
import { buildEntries } from './entries.ts'
import { buildFrequencies } from './frequencies.ts'
import { createGlossCollector } from './glosses.ts'
import { buildNeighbours } from './neighbours.ts'
import { buildPlain } from './plain.ts'
import { buildRelated } from './related.ts'
import { buildSenses } from './senses.ts'
import { buildSounds } from './sounds.ts'
import { buildSynsets, numberSynsets } from './synsets.ts'
import { buildWords, readVocabulary, type Sources } from './vocabulary.ts'
import { readNotice } from './wordnet-files.ts'

/** Builds the tables; the same packages yield the same tables. Throws if a file is missing or malformed. */
export function buildTables(sources: Sources): Tables {
  const { wordnetFolder } = sources
  const vocabulary = readVocabulary(sources)
  const numbers = numberSynsets(wordnetFolder)
  const glosses = createGlossCollector(vocabulary)
  const synsets = buildSynsets({ wordnetFolder, numbers, vocabulary, glosses })
  const senses = buildSenses(wordnetFolder, numbers, vocabulary)
  const pairs = glosses.pairs()
  const frequencies = buildFrequencies(vocabulary, { ...senses, pairs, wordCounts: glosses.wordCounts })
  const tables = {
    notices: Buffer.from(`${readNotice(wordnetFolder)}\n\n${readFileSync(sources.cmuLicence, 'utf8')}`),
    ...buildWords(vocabulary, frequencies.wordsByFrequency),
    ...synsets,
    ...senses,
    ...frequencies,
    ...buildSounds(vocabulary, frequencies.wordFrequency),
    ...glosses.tables(),
    ...buildNeighbours(pairs, vocabulary.texts),
    ...noEntries,
    ...noRelated,
    ...noPlain,
  }
  const lexicon = createLexicon(tables)
  return { ...tables, ...buildEntries(lexicon), ...buildRelated(lexicon), ...buildPlain(lexicon) }
}

/** Placeholder until the related terms are computed from a lexicon of everything else. */
const noRelated: ReturnType<typeof buildRelated> = { relatedAt: new Uint32Array(0), related: new Uint32Array(0) }
const noPlain: ReturnType<typeof buildPlain> = {
  plainPostingsAt: new Uint32Array(0),
  plainPostings: new Uint32Array(0),
  plainSynsets: new Uint32Array(0),
  plainText: new Uint8Array(0),
  plainTextAt: new Uint32Array(0),
  plainWordsAt: new Uint32Array(0),
  plainWords: new Uint32Array(0),
}
/** Placeholder until the entries are computed from a lexicon of everything else. */
const noEntries: ReturnType<typeof buildEntries> = {
  wordParts: new Uint8Array(0),
  wordBase: new Uint32Array(0),
  guessedWords: new Uint32Array(0),
  guessedSounds: new Uint8Array(0),
  guessedSoundsAt: new Uint32Array(0),
}
