// The picture of a skin at the wear of an item.
import type { Item, Skin } from './records.ts'

/**
 * Returns the picture of a skin. There are three states of wear: below one third, below two thirds, and above (SOURCES
 * 3.1).
 */
export function pictureOf(skin: Skin, wear: Item['wear']): string {
  if (wear === undefined) return skin.image
  return skin.image.replace(/\.webp$/, `_${stateOf(wear)}.webp`)
}

/** Returns the state at the middle of the band: 0.415 for Well-Worn, 0.725 for Battle-Scarred. */
function stateOf(wear: NonNullable<Item['wear']>): 'light' | 'medium' | 'heavy' {
  if (wear === 'Well-Worn') return 'medium'
  return wear === 'Battle-Scarred' ? 'heavy' : 'light'
}
