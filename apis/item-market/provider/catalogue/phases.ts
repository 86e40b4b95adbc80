// Phases of Doppler and Gamma Doppler: each has its own paint index, independent of the seed (SOURCES 2.1).

interface Phase {
  readonly family: 'doppler' | 'gamma_doppler'
  readonly name: string
}

const doppler: Readonly<Record<number, string>> = {
  415: 'Ruby',
  416: 'Sapphire',
  417: 'Black Pearl',
  418: 'Phase 1',
  419: 'Phase 2',
  420: 'Phase 3',
  421: 'Phase 4',
  // Butterfly Knife and Shadow Daggers
  617: 'Black Pearl',
  618: 'Phase 2',
  619: 'Sapphire',
  // Talon Knife
  852: 'Phase 1',
  853: 'Phase 2',
  854: 'Phase 3',
  855: 'Phase 4',
}
const gammaDoppler: Readonly<Record<number, string>> = {
  568: 'Emerald',
  569: 'Phase 1',
  570: 'Phase 2',
  571: 'Phase 3',
  572: 'Phase 4',
  // Glock-18
  1119: 'Emerald',
  1120: 'Phase 1',
  1121: 'Phase 2',
  1122: 'Phase 3',
  1123: 'Phase 4',
}

/** Returns the phase of a paint index; undefined for other finishes. */
export function phaseOf(paintIndex: number): Phase | undefined {
  const name = doppler[paintIndex]
  if (name !== undefined) return { family: 'doppler', name }
  const gamma = gammaDoppler[paintIndex]
  return gamma === undefined ? undefined : { family: 'gamma_doppler', name: gamma }
}
