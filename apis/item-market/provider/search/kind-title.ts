// The kinds of what is not a skin as people read them.
import type { ThingKind } from '../catalogue/records.ts'

const titles: Readonly<Record<ThingKind, string>> = {
  sticker: 'Sticker',
  charm: 'Charm',
  patch: 'Patch',
  graffiti: 'Graffiti',
  'music kit': 'Music Kit',
  agent: 'Agent',
  collectible: 'Collectible',
  container: 'Container',
  key: 'Key',
  tool: 'Tool',
}

export const titleOf = (kind: ThingKind) => titles[kind]
