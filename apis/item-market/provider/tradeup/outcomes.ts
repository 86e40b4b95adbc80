// The possible outcomes of a contract: all skins of the next rarity in the collection, with float and probability.

import { present } from '#define/present'
import { rarityOf } from '../catalogue/rarities.ts'
import type { Catalogue, Rarity, Skin, Wear } from '../catalogue/records.ts'
import { wearNameOf } from '../catalogue/wear-band.ts'
import { noOutcome } from '../errors.ts'
import type { Contract } from './contract.ts'
import { type Formula, outcomeFloat, outcomeProbabilities } from './formula.ts'

interface Outcome {
  readonly skin: Skin
  /** The market_hash_name. */
  readonly name: string
  readonly probability: number
  readonly float: number
  readonly wear: Wear
}

/** Returns the rarity of a contract's outcomes. */
export function nextRarity({ rarity }: Contract): Rarity {
  return rarityOf(rarity.id + 1, 'weapon')
}

/**
 * Returns the outcomes in the order of the catalogue. Throws 400 `tradeup.no_outcome` if the collection has no skin of
 * the next rarity.
 */
export function outcomesOf(contract: Contract, catalogue: Catalogue, formula: Formula): Outcome[] {
  const { collection, stattrak, inputs } = contract
  const next = nextRarity(contract)
  const skins = catalogue
    .skinsOf(collection.id)
    .filter((skin) => skin.rarity.id === next.id && !skin.star && (!stattrak || skin.stattrak))
  if (skins.length === 0) throw noOutcome(`${collection.name} has no ${next.name} skin that these items could become.`)
  const floats = inputs.map(({ skin, float }) => ({ float, min: skin.minFloat, max: skin.maxFloat }))
  const [probabilities] = outcomeProbabilities([{ inputs: inputs.length, outcomes: skins.length }])
  return skins.map((skin, at) => {
    const float = outcomeFloat(floats, { min: skin.minFloat, max: skin.maxFloat }, formula)
    const wear = wearNameOf(float)
    const name = catalogue.itemOf(skin, { wear, stattrak })?.name ?? `${skin.name} (${wear})`
    return { skin, name, probability: present(present(probabilities)[at]), float, wear }
  })
}
