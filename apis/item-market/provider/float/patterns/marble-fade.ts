// The community's classes of Marble Fade. The finish is placed like a Karambit's fade, so the classes are thresholds of
// that percentage (SOURCES 2.3).
import { type FadeScore, karambitFade } from './fade.ts'

type Thresholds = readonly (readonly [minimum: number, name: string | undefined])[]

const topThree: Thresholds = [
  [99.99, '1st Max'],
  [99.72, '2nd Max'],
  [99.53, '3rd Max'],
]
const byWeapon: Readonly<Record<string, Thresholds>> = {
  Karambit: [
    ...topThree,
    [99.27, '4th Max'],
    [99.07, '5th Max'],
    [98.785, '6th Max'],
    [98.4715, '7th Max'],
    [98.26, '8th Max'],
    [97.79, '9th Max'],
    [97.36, '10th Max'],
    [96.466, 'Max Fake Fire & Ice'],
    [95.2, 'Fake Fire & Ice'],
    [0, 'Tricolor'],
  ],
  Bayonet: [
    ...topThree,
    [98.4715, 'Fire & Ice'],
    [96.82, 'Fake Fire & Ice'],
    [90.36, 'Tricolor'],
    [83.888, 'Yellow Ice'],
    [0, 'Tricolor'],
  ],
  'Flip Knife': [
    ...topThree,
    [99.33, 'Fire & Ice'],
    [96.82, 'Fake Fire & Ice'],
    [94.36, 'Tricolor'],
    [84.95, 'Yellow Ice'],
    [0, 'Tricolor'],
  ],
  'Gut Knife': [
    [98.4715, 'Fire & Ice'],
    [96.82, 'Fake Fire & Ice'],
    [0, undefined],
  ],
  'M9 Bayonet': [
    [92.22, 'Blue Tip'],
    [83.888, 'Yellow Tip'],
    [81.746, 'Fake Red Tip'],
    [80.47, 'Orange Tip'],
    [0, 'Red Tip'],
  ],
}
/** The largest red tips of the M9 Bayonet; a threshold cannot separate them. */
const redTipMax: readonly number[] = [636, 897]

interface MarbleFade extends FadeScore {
  /** Undefined if collectors have no established name. */
  readonly class: string | undefined
}

/** Returns the class of a Marble Fade knife with a paint seed; undefined for an impossible seed. */
export function marbleFadeOf(weapon: string, seed: number): MarbleFade | undefined {
  const score = karambitFade(seed)
  if (!score) return undefined
  const classByThreshold = byWeapon[weapon]?.find(([minimum]) => score.percentage >= minimum)?.[1]
  const named = weapon === 'M9 Bayonet' && redTipMax.includes(seed) ? 'Red Tip Max' : classByThreshold
  return { ...score, class: named }
}
