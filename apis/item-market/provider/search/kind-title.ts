// Titles for the kinds of items that are not skins.
import type { OtherItemKind } from '../catalogue/records.ts'

const titles: Readonly<Record<OtherItemKind, string>> = {
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

export const titleOf = (kind: OtherItemKind) => titles[kind]
