// Selects known floats by a name: a skin with all its variants, one variant of it, one wear, or one phase.

import { fold, readName } from '../catalogue/name-form.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { wearBoundsOf } from '../catalogue/wear-band.ts'
import type { FloatFilter } from './store.ts'

interface NamedFilter {
  /** The catalogue's name. */
  readonly name: string
  readonly filter: FloatFilter
}

/**
 * Reads a name in any form. `AK-47 | Redline` selects all items of the skin, `StatTrak™ AK-47 | Redline` those with a
 * counter, `AK-47 | Redline (Field-Tested)` those sold under exactly this name; `Karambit | Doppler (Ruby)` narrows to
 * the phase. Returns undefined for a name without a skin.
 */
export function floatFilterOf(name: string, catalogue: Catalogue): NamedFilter | undefined {
  const skin = catalogue.skinByName(name)
  if (!skin) return undefined
  const form = readName(name)
  const item = catalogue.byName(name)
  // a wear or quality that the skin lacks
  if (!item && (form.wear !== undefined || (form.stattrak && !skin.stattrak) || (form.souvenir && !skin.souvenir)))
    return undefined
  const words = ` ${fold(name)} `
  const phases = skin.phases.filter(({ phase }) => words.includes(` ${fold(phase)} `))
  const named = phases.length > 0 ? phases : skin.phases
  const paintIndexes = named.length > 0 ? named.map(({ paintIndex }) => paintIndex) : skin.paintIndexes
  // the full name of an item selects only that item
  const exact = item && (item.wear !== undefined || skin.finish === '')
  const filter: FloatFilter = {
    defIndex: skin.defIndex,
    paintIndexes,
    stattrak: form.stattrak || (exact ? false : undefined),
    souvenir: form.souvenir || (exact ? false : undefined),
    wear: item?.wear === undefined ? undefined : wearBoundsOf(item.wear),
  }
  const quality = form.stattrak ? 'StatTrak™ ' : form.souvenir ? 'Souvenir ' : ''
  const bare = `${skin.star ? '★ ' : ''}${quality}${skin.name}`
  return { name: `${item?.name ?? bare}${phases[0] ? ` (${phases[0].phase})` : ''}`, filter }
}
