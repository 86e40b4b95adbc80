// The migrations in order, by name.
import addresses from './0001-addresses.ts'
import trigrams from './0002-trigrams.ts'
import gazetteers from './0003-gazetteers.ts'
import importParts from './0004-import-parts.ts'
import pairs from './0005-pairs.ts'
import wordsBesideAddresses from './0006-words-beside-addresses.ts'

export const migrations = {
  '0001-addresses': addresses,
  '0002-trigrams': trigrams,
  '0003-gazetteers': gazetteers,
  '0004-import-parts': importParts,
  '0005-pairs': pairs,
  '0006-words-beside-addresses': wordsBesideAddresses,
}
