// Which known floats a name stands for: a skin with all its variants, one variant of it, one wear, or one phase.
import type { Catalogue } from '../catalogue/catalogue.ts'
import { fold, readName } from '../catalogue/name-form.ts'
import { wearBoundsOf } from '../catalogue/wear-band.ts'
import type { Field } from './store.ts'

export interface NamedField {
  /** The name as the catalogue has it. */
  readonly name: string
  readonly field: Field
}

/**
 * Reads a name in any form. `AK-47 | Redline` is every one of the skin, `StatTrak™ AK-47 | Redline` those with a counter,
 * `AK-47 | Redline (Field-Tested)` the ones that are sold under exactly this name; `Karambit | Doppler (Ruby)` narrows to
 * the phase. Undefined for a name that no skin has.
 */
export function fieldOf(name: string, catalogue: Catalogue): NamedField | undefined {
  const skin = catalogue.skinByName(name)
  if (!skin) return undefined
  const form = readName(name)
  const item = catalogue.byName(name)
  // a wear or quality that the skin has not got
  if (!item && (form.wear !== undefined || (form.stattrak && !skin.stattrak) || (form.souvenir && !skin.souvenir)))
    return undefined
  const words = ` ${fold(name)} `
  const phases = skin.phases.filter(({ phase }) => words.includes(` ${fold(phase)} `))
  const named = phases.length > 0 ? phases : skin.phases
  const paintIndexes = named.length > 0 ? named.map(({ paintIndex }) => paintIndex) : skin.paintIndexes
  // the whole name of an item means that item alone
  const exact = item && (item.wear !== undefined || skin.finish === '')
  const field: Field = {
    defIndex: skin.defIndex,
    paintIndexes,
    stattrak: form.stattrak || (exact ? false : undefined),
    souvenir: form.souvenir || (exact ? false : undefined),
    wear: item?.wear === undefined ? undefined : wearBoundsOf(item.wear),
  }
  const quality = form.stattrak ? 'StatTrak™ ' : form.souvenir ? 'Souvenir ' : ''
  const bare = `${skin.star ? '★ ' : ''}${quality}${skin.name}`
  return { name: `${item?.name ?? bare}${phases[0] ? ` (${phases[0].phase})` : ''}`, field }
}
