// The tables of the lexicon: flat typed arrays, which are read from the file without parsing. `…At` tables hold where
// the entries of another table begin, and one more index for the end of the last.

/** Changed whenever the meaning or the building of a table changes; a file of another version is built again. */
export const formatVersion = 5

/** In `wordTerm`: no term. */
export const noTerm = 0xffffffff

const tables = {
  /** The notices of WordNet and of the dictionary's package, which go with every copy of their data. */
  notices: Uint8Array,

  // words: by number, sorted by spelling (UTF-8 bytes, all lower case)
  wordText: Uint8Array,
  wordAt: Uint32Array,
  /** Bit 0: a name, always written with a capital. */
  wordFlags: Uint8Array,
  /** Estimated occurrences per million words; orders the popular before the rare and is never 0. */
  wordFrequency: Float32Array,
  /** How many bytes a word has in common with the previous one, 255 at most. */
  wordShared: Uint8Array,
  /** The rank of a word in `wordsByFrequency`: ranks order words by frequency, and then by number. */
  wordRank: Uint32Array,
  /** The parts of speech of a word, or of its base form, as numbered in entries.ts. */
  wordParts: Uint8Array,
  /** The base form with the meaning of a word without senses of its own, as packed in entries.ts; 0 for none. */
  wordBase: Uint32Array,
  /**
   * Word numbers, most frequent first; and in the same order their letters, and their neighbouring letters
   * (letters.ts).
   */
  wordsByFrequency: Uint32Array,
  frequentLetters: Uint32Array,
  frequentPairs: Uint32Array,
  /** Word numbers by length in bytes, where each length begins (letters.ts), and in the same order their letters. */
  wordsByLength: Uint32Array,
  lengthAt: Uint32Array,
  lengthLetters: Uint32Array,

  // Pronunciations: by number, those of one word side by side. Phonemes as in phonemes.ts.
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

  // Synsets: by number; nouns, verbs, adjectives, adverbs, where each begins in `partAt`.
  partAt: Uint32Array,
  synsetWordsAt: Uint32Array,
  synsetWords: Uint32Array,
  /** Each as it is answered: its part of speech, a tab, the definition. */
  definitionText: Uint8Array,
  definitionAt: Uint32Array,
  /** Pointers: kind as in pointers.ts; word numbers within source and target synset (0 for the whole) as two bytes. */
  pointerAt: Uint32Array,
  pointerKind: Uint8Array,
  pointerTarget: Uint32Array,
  pointerWords: Uint16Array,

  /**
   * What a synset is a kind of, as nested spans: everything below synset s has a `kindFrom` within `kindFrom[s]` up to
   * `kindTo[s]`.
   */
  kindFrom: Uint32Array,
  kindTo: Uint32Array,

  // Senses of a word, most used first, with how often they were counted in tagged text.
  sensesAt: Uint32Array,
  senseSynset: Uint32Array,
  senseCount: Uint16Array,

  // Terms (stems) of definitions in the order of their texts; the synsets that use one, with a weight (terms.ts).
  termText: Uint8Array,
  termAt: Uint32Array,
  postingsAt: Uint32Array,
  postings: Uint32Array,
  /** The term of each word of one part that some definition uses or some synset has; noTerm for others. */
  wordTerm: Uint32Array,
  /** The meaningful words of each definition, as word numbers. */
  definitionWordsAt: Uint32Array,
  definitionWords: Uint32Array,

  /** By term, the synsets that it has to do with although their own words and definitions lack it (related.ts). */
  relatedAt: Uint32Array,
  related: Uint32Array,

  // Our definitions in plain words (building/plain.ts): by term, the synsets that they define; and of each synset that
  // has one, in order, its text and the words of it.
  plainPostingsAt: Uint32Array,
  plainPostings: Uint32Array,
  plainSynsets: Uint32Array,
  plainText: Uint8Array,
  plainTextAt: Uint32Array,
  plainWordsAt: Uint32Array,
  plainWords: Uint32Array,

  // Neighbours in running text (definitions and their examples): each first word with what follows it, and the other
  // way.
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
/** In the order of the file. */
export const tableNames = Object.keys(tables).filter((name): name is TableName => name in tables)
