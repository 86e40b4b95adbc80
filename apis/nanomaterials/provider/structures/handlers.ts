// Serves structures: equal to a structure or identifier, similar to one, or containing one.
import { present } from '#define/present'
import { type Context, type ListBody, pageBounds } from '../answers/ambit.ts'
import type { Chemistry } from '../chemistry/chemistry.ts'
import { badRequest, noMolecule } from '../errors.ts'
import { structureByUri } from './by-uri.ts'
import { searchColumns } from './columns.ts'
import { type CompoundInput, searchCompound } from './compound-search.ts'
import { structuresWith } from './identifiers.ts'
import { decoded, type Flag, isOn, readable, type StructureInput } from './query-text.ts'
import { datasetOf, type FoundStructure } from './view.ts'

interface SearchInput extends StructureInput {
  readonly type?: string | undefined
  readonly dataset_uri?: string | undefined
  readonly filterBySubstance?: Flag
  readonly mol?: boolean | undefined
}
interface SimilarInput extends SearchInput {
  readonly threshold?: number | undefined
}

const longestPattern = 500

export function createStructureSearch(chemistry: Chemistry) {
  async function searchSimilar(context: Context, input: SimilarInput): Promise<ListBody> {
    const threshold = input.threshold ?? 0.9
    if (threshold < 0 || threshold > 1) throw badRequest('threshold must be from 0 to 1.')
    const text = await queryStructure(context, input)
    if (text === undefined || text === '') throw noMolecule()
    const options = searchOptions(context, input)
    if (!isWholeDataset(input.dataset_uri)) return datasetOf(context, searchColumns, [])
    const found = await chemistry.similar(context.database, text, { ...options, threshold })
    if (found === 'empty') throw noMolecule()
    if (!found) throw badRequest('The structure cannot be read.')
    return shown(context, input, found.places, found.metrics)
  }

  async function searchSubstructure(context: Context, input: SearchInput): Promise<ListBody> {
    const text = await queryStructure(context, input)
    if (text === undefined || text === '') throw badRequest('Empty smarts')
    if (text.length > longestPattern) throw badRequest(`A pattern may have at most ${longestPattern} characters.`)
    const options = searchOptions(context, input)
    if (!isWholeDataset(input.dataset_uri)) return datasetOf(context, searchColumns, [])
    const found = await chemistry.substructure(context.database, text, options)
    if (!found) throw badRequest('The SMARTS pattern cannot be read.')
    return shown(context, input, found.places, [])
  }

  /** Returns the requested structure as SMILES, MOL block or pattern; an identifier is resolved to its structure. */
  async function queryStructure({ database, call }: Context, input: SearchInput): Promise<string | undefined> {
    if (input.b64search !== undefined && input.b64search !== '') return decoded(input.b64search)
    const text = readable(input.search ?? '')
    const term = text.trim()
    if (term === '') return undefined
    if (input.type === 'url' || /^https?:/.test(term)) return structureByUri(database, term)?.structure.smiles
    if (input.type === 'mol') return text
    const isSame = (one: string) => one.toLowerCase() === term.toLowerCase()
    const [known] = structuresWith(database, ({ names, cas, ec, inchi, iupacName }) =>
      [...names, cas, ec, inchi, iupacName].some((one) => one !== undefined && isSame(one)),
    )
    if (known?.structure.smiles !== undefined) return known.structure.smiles
    if (!term.startsWith('InChI=')) return text
    const read = await chemistry.read(term, { account: call.account, signal: call.signal })
    if (!read) throw badRequest('The InChI cannot be read.')
    return read.smiles
  }

  async function shown(
    context: Context,
    input: SearchInput,
    places: readonly number[],
    metrics: readonly number[],
  ): Promise<ListBody> {
    const { database, call } = context
    const found = places.flatMap((place, at): FoundStructure[] => {
      const one = database.structures[place]
      return one ? [{ found: one, metric: metrics[at] ?? null }] : []
    })
    if (input.mol !== true) return datasetOf(context, searchColumns, found)
    const smiles = found.map((one) => one.found.structure.smiles ?? '')
    const blocks = await chemistry.blocks(smiles, { account: call.account, signal: call.signal })
    const withBlocks = found.map((one, at) => ({ ...one, mol: `${present(blocks[at])}$$$$\n` }))
    return datasetOf(context, searchColumns, withBlocks)
  }

  return {
    searchCompound: (context: Context, input: CompoundInput) => searchCompound(chemistry, context, input),
    searchSimilar,
    searchSubstructure,
  }
}

function searchOptions({ call, query }: Context, input: SearchInput) {
  const { begin, end } = pageBounds(input, query)
  return {
    account: call.account,
    signal: call.signal,
    onlyInSubstances: isOn(input.filterBySubstance),
    skip: begin,
    count: end - begin,
  }
}

/** True for the one dataset, which holds all structures. */
function isWholeDataset(uri: string | undefined): boolean {
  return uri === undefined || uri === '' || /\/dataset\/Default\/?$/.test(uri)
}
