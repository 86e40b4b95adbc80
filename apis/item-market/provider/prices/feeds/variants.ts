// Phases of one item that marketplaces tell apart by price (SOURCES 2.1): how feeds write them, and how they are kept. The prices of a
// phase stand beside those of the item, under a name of their own that no list of items has.

/** The words of the phases of all finishes that have some. */
const words = ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald'] as const
export type PhaseWord = (typeof words)[number]

/** Part of the names of all finishes that have phases. */
const family = 'Doppler'
const byKey = new Map<string, PhaseWord>(words.map((word) => [word.toLowerCase(), word]))
/** Behind the finish as in `Doppler Ruby (Factory New)`, or at the end as in `Doppler (Factory New) - Phase 2`. */
const written = / Doppler(.*?)[ |(–-]+(Phase [1-4]|Ruby|Sapphire|Black Pearl|Emerald)\)?(?=$| \()/i

export interface PhasedName {
  /** The name without its phase: what all marketplaces share. */
  readonly name: string
  readonly phase: PhaseWord | undefined
}

/** A name as a feed has it, with the phase it may tell beside it; what is no phase, or no finish that has some, has none. */
export function readPhase(name: string, told?: unknown): PhasedName {
  if (!name.includes(family)) return { name, phase: undefined }
  const beside = typeof told === 'string' ? byKey.get(told.trim().toLowerCase()) : undefined
  const [all, rest = '', inside = ''] = written.exec(name) ?? []
  if (all === undefined) return { name, phase: beside }
  return { name: name.replace(all, ` ${family}${rest}`), phase: beside ?? byKey.get(inside.toLowerCase()) }
}

/** Where the name of a phase stands among the names: apart from those of items. */
export function variantSpace(game: string): string {
  return `${game} phases`
}
export function variantName(name: string, phase: string): string {
  return `${name} | ${phase}`
}
