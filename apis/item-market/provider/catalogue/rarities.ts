// The game's rarities by number, with the names for each kind of item (SOURCES 1.4, 3.1).
import { present } from '#define/present'
import type { Rarity } from './records.ts'

const colors = ['#ded6cc', '#b0c3d9', '#5e98d9', '#4b69ff', '#8847ff', '#d32ce6', '#eb4b4b', '#e4ae39']

function named(...names: readonly string[]): readonly Rarity[] {
  return names.map((name, id) => ({ id, name, color: present(colors[id]) }))
}

const weapons = named(
  'Default',
  'Consumer Grade',
  'Industrial Grade',
  'Mil-Spec Grade',
  'Restricted',
  'Classified',
  'Covert',
  'Contraband',
)
const gloves = named('Default', '', '', '', '', '', 'Extraordinary', '')
const agents = named('Default', '', '', 'Distinguished', 'Exceptional', 'Superior', 'Master', 'Contraband')
const others = named(
  'Default',
  'Base Grade',
  'Medium Grade',
  'High Grade',
  'Remarkable',
  'Exotic',
  'Extraordinary',
  'Contraband',
)

const words = { weapon: weapons, gloves, agent: agents, other: others } as const

/** Returns the rarity of a number; `kind` decides its name: red is Covert on a rifle and Extraordinary on gloves. */
export function rarityOf(id: number, kind: keyof typeof words): Rarity {
  return words[kind][id] ?? { id, name: 'Default', color: present(colors[0]) }
}
