// Phases of one item that marketplaces price separately (SOURCES 2.1): their notation in feeds, and their storage. A
// phase's prices are stored in addition to those of the item, under a separate name that lists of items omit.

/** The phases of all finishes with phases. */
const phaseNames = ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald'] as const
export type PhaseName = (typeof phaseNames)[number]

/** Part of the names of all finishes with phases. */
const family = 'Doppler'
const byKey = new Map<string, PhaseName>(phaseNames.map((name) => [name.toLowerCase(), name]))
const longestName = 200
/** A phase after the finish, `Doppler Ruby (Factory New)`, or at the end, `Doppler (Factory New) - Phase 2`. */
// bounded by longestName
const phaseInName = / Doppler(.*?)[ |(–-]+(Phase [1-4]|Ruby|Sapphire|Black Pearl|Emerald)\)?(?=$| \()/i

interface PhasedName {
  /** The name without its phase, common to all marketplaces. */
  readonly name: string
  readonly phase: PhaseName | undefined
}

/**
 * Reads a feed's name, with the phase that some feeds report separately. The phase is undefined for other values or a
 * finish without phases.
 */
export function readPhase(name: string, reported?: unknown): PhasedName {
  if (!name.includes(family)) return { name, phase: undefined }
  const beside = typeof reported === 'string' ? byKey.get(reported.trim().toLowerCase()) : undefined
  const [match, rest = '', inside = ''] = phaseInName.exec(name.slice(0, longestName)) ?? []
  if (match === undefined) return { name, phase: beside }
  return { name: name.replace(match, ` ${family}${rest}`), phase: beside ?? byKey.get(inside.toLowerCase()) }
}

/** Returns the namespace of phase names, separate from that of the game's items. */
export function variantSpace(game: string): string {
  return `${game} phases`
}
export function variantName(name: string, phase: string): string {
  return `${name} | ${phase}`
}
