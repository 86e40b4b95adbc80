// Phases of one item that marketplaces price separately (SOURCES 2.1): how feeds write them, and how they are stored. A
// phase's prices are kept beside those of the item, under a separate name that no list of items has.

/** The phases of all finishes that have some. */
const phaseNames = ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald'] as const
export type PhaseName = (typeof phaseNames)[number]

/** Part of the name of every finish that has phases. */
const family = 'Doppler'
const byKey = new Map<string, PhaseName>(phaseNames.map((name) => [name.toLowerCase(), name]))
/** After the finish as in `Doppler Ruby (Factory New)`, or at the end as in `Doppler (Factory New) - Phase 2`. */
const phaseInName = / Doppler(.*?)[ |(–-]+(Phase [1-4]|Ruby|Sapphire|Black Pearl|Emerald)\)?(?=$| \()/i

export interface PhasedName {
  /** The name without its phase: what all marketplaces share. */
  readonly name: string
  readonly phase: PhaseName | undefined
}

/**
 * A name as a feed writes it, with the phase that the feed may report beside it. The phase is undefined for anything
 * that is not a phase or belongs to a finish without phases.
 */
export function readPhase(name: string, reported?: unknown): PhasedName {
  if (!name.includes(family)) return { name, phase: undefined }
  const beside = typeof reported === 'string' ? byKey.get(reported.trim().toLowerCase()) : undefined
  const [match, rest = '', inside = ''] = phaseInName.exec(name) ?? []
  if (match === undefined) return { name, phase: beside }
  return { name: name.replace(match, ` ${family}${rest}`), phase: beside ?? byKey.get(inside.toLowerCase()) }
}

/** The namespace of phase names, apart from that of the game's items. */
export function variantSpace(game: string): string {
  return `${game} phases`
}
export function variantName(name: string, phase: string): string {
  return `${name} | ${phase}`
}
