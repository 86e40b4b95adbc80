// Reads the ten items of a trade-up: names in any form, floats within their skins' ranges, one rarity, one collection,
// and either all with a counter or all without (SOURCES 4.1). Every problem names the index of its item.

import { readName } from '../catalogue/name-form.ts'
import type { Catalogue, Collection, Rarity, Skin, Wear } from '../catalogue/records.ts'
import { wearNameOf } from '../catalogue/wear-band.ts'
import { invalidContract } from '../errors.ts'

interface ContractInput {
  readonly skin: Skin
  readonly float: number
  /** The market_hash_name with the wear of the float. */
  readonly name: string
}
export interface Contract {
  readonly inputs: readonly ContractInput[]
  readonly rarity: Rarity
  readonly collection: Collection
  readonly stattrak: boolean
}
interface Read extends ContractInput {
  readonly stattrak: boolean
}
interface Problem {
  readonly name: string
  readonly problem: string
}

const covert = 6
const contraband = 7

/**
 * Reads a contract. Throws 400 `tradeup.invalid` with all problems, each under the name of its member, such as
 * `items.3.float`.
 */
export function readContract(items: readonly { name: string; float: number }[], catalogue: Catalogue): Contract {
  const problems: Problem[] = []
  const inputs: Read[] = []
  items.forEach((item, index) => {
    const input = readItem(item, `items.${index}`, { catalogue, problems })
    if (!input) return
    inputs.push(input)
    if (inputs[0]) problems.push(...differences(inputs[0], input, `items.${index}.name`))
  })
  const [first] = inputs
  const collection = first?.skin.collection
  if (problems.length > 0 || !first || !collection) throw invalidContract(problems)
  return {
    inputs,
    rarity: first.skin.rarity,
    collection,
    stattrak: first.stattrak,
  }
}

function readItem(
  { name, float }: { name: string; float: number },
  path: string,
  { catalogue, problems }: { catalogue: Catalogue; problems: Problem[] },
): Read | undefined {
  const refuse = (member: 'name' | 'float', problem: string) => {
    problems.push({ name: `${path}.${member}`, problem })
    return undefined
  }
  const skin = catalogue.skinByName(name)
  if (!skin) return refuse('name', 'is not the name of a skin')
  const { stattrak, souvenir, wear: stated } = readName(name)
  const unfit = whyUnfit(skin, souvenir)
  if (unfit !== undefined) return refuse('name', unfit)
  if (stattrak && !skin.stattrak) return refuse('name', 'does not exist with StatTrak')
  if (stated !== undefined && !skin.wears.includes(stated)) return refuse('name', `does not exist as ${stated}`)
  const wear = wearNameOf(float)
  const misplaced = whyMisplaced(skin, { float, wear, stated })
  if (misplaced !== undefined) return refuse('float', misplaced)
  const exact = catalogue.itemOf(skin, { wear, stattrak })
  return { skin, float, stattrak, name: exact?.name ?? `${skin.name} (${wear})` }
}

function whyUnfit(skin: Skin, souvenir: boolean): string | undefined {
  if (skin.star) return 'is a knife or gloves, which cannot be traded up'
  if (souvenir) return 'is a Souvenir item, which cannot be traded up'
  if (skin.rarity.id === contraband) return 'is Contraband, which cannot be traded up'
  if (skin.rarity.id === covert) return 'is Covert, and a contract of ten has no higher rarity'
  return skin.collection ? undefined : 'belongs to no collection'
}

/** Explains why a float does not fit, compared with its bounds as 32-bit floats, like the game. */
function whyMisplaced(
  { minFloat, maxFloat }: Skin,
  { float, wear, stated }: { float: number; wear: Wear; stated: Wear | undefined },
): string | undefined {
  const held = Math.fround(float)
  if (held < Math.fround(minFloat) || held > Math.fround(maxFloat))
    return `must be from ${minFloat} to ${maxFloat}, the range of the skin`
  return stated === undefined || stated === wear ? undefined : `is ${wear}, but the name says ${stated}`
}

function differences(first: Read, { skin, stattrak }: Read, name: string): Problem[] {
  if (skin.rarity.id !== first.skin.rarity.id)
    return [{ name, problem: `is ${skin.rarity.name}, but the others are ${first.skin.rarity.name}` }]
  if (skin.collection?.id !== first.skin.collection?.id)
    return [{ name, problem: `is of ${skin.collection?.name}, but the others are of ${first.skin.collection?.name}` }]
  if (stattrak !== first.stattrak) return [{ name, problem: 'mixes items with and without StatTrak' }]
  return []
}
