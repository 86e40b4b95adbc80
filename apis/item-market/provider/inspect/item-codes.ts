// The game's numbers for quality, origin and special items, and their names (SOURCES 1.4).

const qualities = [
  'Normal',
  'Genuine',
  'Vintage',
  '★',
  'Unique',
  'Community',
  'Valve',
  'Prototype',
  'Customized',
  'StatTrak™',
  'Completed',
  'Haunted',
  'Souvenir',
]
const origins: Readonly<Record<number, string>> = {
  0: 'Timed Drop',
  1: 'Achievement',
  2: 'Purchased',
  3: 'Traded',
  4: 'Crafted',
  5: 'Store Promotion',
  6: 'Gifted',
  8: 'Found in Crate',
  9: 'Earned',
  13: 'Steam Purchase',
  20: 'Recycling',
  21: 'Tournament Drop',
  23: 'Quest Reward',
  24: 'Level Up Reward',
}

export const souvenirQuality = 12

/** Definition indexes of special items; all others are looked up in the catalogue. */
export const specialItems = {
  sticker: 1209,
  sealedGraffiti: 1348,
  graffiti: 1349,
  musicKit: 1314,
  charm: 1355,
  patch: 4609,
  storageUnit: 1201,
} as const
/** The charm that represents a sticker in a slab. */
export const slabCharm = 37

/** Returns the name of a quality. */
export function qualityName(quality: number): string {
  return qualities[quality] ?? 'Unknown'
}
/** Returns the name of an origin. */
export function originName(origin: number): string {
  return origins[origin] ?? 'Unknown'
}
