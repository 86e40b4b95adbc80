// The tables of the lexicon: flat typed arrays that are read from the file without parsing. `…At` tables hold the start
// of each entry in another table, and a final index for the end of the last.

/** File version. Changes with the meaning or the building of any table; a file of another version is built again. */
export const formatVersion = 5

/** Value in `wordTerm` for a word without a term. */
export const noTerm = 0xffffffff

const tables = {
  /** The notices of WordNet and of the dictionary's package, which must accompany every copy of their data. */
  notices: Uint8Array,

  // words: by number, sorted by spelling (UTF-8 bytes, all lower case)
  wordText: Uint8Array,
  wordAt: Uint32Array,
  /** Flags; bit 0 marks a name, always written with a capital. */
  wordFlags: Uint8Array,
  /** Estimated occurrences per million words, never 0; orders common words before rare ones. */
  wordFrequency: Float32Array,
  /** Number of leading bytes that a word shares with the previous one, 255 at most. */
  wordShared: Uint8Array,
  /** Rank of a word in `wordsByFrequency`: ranks order words by frequency, then by number. */
  wordRank: Uint32Array,
  /** Parts of speech of a word, or of its base form, as numbered in entries.ts. */
  wordParts: Uint8Array,
  /** Base form with the meaning of a word that has no senses itself, as packed in entries.ts; 0 if absent. */
  wordBase: Uint32Array,
  /** Word numbers, most frequent first; in the same order their letters and their neighbouring letters (letters.ts). */
  wordsByFrequency: Uint32Array,
  frequentLetters: Uint32Array,
  frequentPairs: Uint32Array,
  /** Word numbers by length in bytes, the start of each length (letters.ts), and in the same order their letters. */
  wordsByLength: Uint32Array,
  lengthAt: Uint32Array,
  lengthLetters: Uint32Array,

  // Pronunciations: by number, those of one word adjacent. Phonemes as in phonemes.ts.
  pronunciationAt: Uint32Array,
  phonemes: Uint8Array,
  phonemesAt: Uint32Array,
  pronunciationWord: Uint32Array,
  /** Pronunciation numbers in the order of their phonemes, so that those with the same beginning are adjacent. */
  pronunciationsBySound: Uint32Array,
  /** Words without a pronunciation in the dictionary, in order, and their pronunciations by rule. */
  guessedWords: Uint32Array,
  guessedSounds: Uint8Array,
  guessedSoundsAt: Uint32Array,

  // Consonant skeletons (sound-classes.ts) by their hash, the pronunciations with each, as ranks in
  // `pronunciationsBySound`, and the skeletons that are one class longer.
  skeletonHash: Uint32Array,
  skeletonAt: Uint32Array,
  skeletonRanks: Uint32Array,
  shortenedHash: Uint32Array,
  shortenedAt: Uint32Array,
  shortenedSkeletons: Uint32Array,

  // Rhyme parts in the order of their bytes, and the pronunciations that end in each, most frequent word first.
  rhymeSounds: Uint8Array,
  rhymeSoundsAt: Uint32Array,
  rhymeAt: Uint32Array,
  rhymePronunciations: Uint32Array,

  // Synsets by number: nouns, verbs, adjectives, adverbs; `partAt` holds the start of each.
  partAt: Uint32Array,
  synsetWordsAt: Uint32Array,
  synsetWords: Uint32Array,
  /** Definitions as they are returned: part of speech, a tab, the text. */
  definitionText: Uint8Array,
  definitionAt: Uint32Array,
  /** Pointers: kind as in pointers.ts; word numbers within source and target synset (0 for the whole) as two bytes. */
  pointerAt: Uint32Array,
  pointerKind: Uint8Array,
  pointerTarget: Uint32Array,
  pointerWords: Uint16Array,

  /**
   * Tree of kinds as nested spans: everything below synset s has a `kindFrom` within `kindFrom[s]` up to `kindTo[s]`.
   */
  kindFrom: Uint32Array,
  kindTo: Uint32Array,

  // Senses of a word, most used first, with their counts in tagged text.
  sensesAt: Uint32Array,
  senseSynset: Uint32Array,
  senseCount: Uint16Array,

  // Terms (stems) of definitions in the order of their texts; the synsets that use each, with a weight (terms.ts).
  termText: Uint8Array,
  termAt: Uint32Array,
  postingsAt: Uint32Array,
  postings: Uint32Array,
  /** Term of each single word that a definition uses or a synset contains; `noTerm` for others. */
  wordTerm: Uint32Array,
  /** The meaningful words of each definition, as word numbers. */
  definitionWordsAt: Uint32Array,
  definitionWords: Uint32Array,

  /** Synsets related to each term, although their own words and definitions lack it (related.ts). */
  relatedAt: Uint32Array,
  related: Uint32Array,

  // Our definitions in plain words (building/plain.ts): the synsets that each term defines; for each defined synset, in
  // order, its text and its words.
  plainPostingsAt: Uint32Array,
  plainPostings: Uint32Array,
  plainSynsets: Uint32Array,
  plainText: Uint8Array,
  plainTextAt: Uint32Array,
  plainWordsAt: Uint32Array,
  plainWords: Uint32Array,

  // Neighbours in running text (definitions and their examples): each first word with its successors, and the reverse.
  followedWords: Uint32Array,
  followersAt: Uint32Array,
  followers: Uint32Array,
  followerCounts: Uint16Array,
  precededWords: Uint32Array,
  predecessorsAt: Uint32Array,
  predecessors: Uint32Array,
  predecessorCounts: Uint16Array,
} as const

type Kinds = typeof tables
export type TableName = keyof Kinds
type ArrayOf<Kind> = Kind extends Uint8ArrayConstructor
  ? Uint8Array
  : Kind extends Uint16ArrayConstructor
    ? Uint16Array
    : Kind extends Uint32ArrayConstructor
      ? Uint32Array
      : Float32Array
export type Tables = { readonly [Name in TableName]: ArrayOf<Kinds[Name]> }
export const tableKinds: Kinds = tables
/** Table names in the order of the file. */
export const tableNames = Object.keys(tables).filter((name): name is TableName => name in tables)
