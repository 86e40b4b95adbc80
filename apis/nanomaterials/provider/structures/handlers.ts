// Serves structures: equal to a structure or identifier, similar to one, or containing one.
import { present } from '#define/present'
import { ownMember } from '#provider'
import { type Context, type ListBody, pageBounds, pageOf } from '../answers/ambit.ts'
import { patternOf, wildcardOf } from '../answers/patterns.ts'
import type { Chemistry } from '../chemistry/chemistry.ts'
import { badRequest, noMolecule } from '../errors.ts'
import type { NumberedStructure } from '../materials/materials.ts'
import { structureByUri } from './by-uri.ts'
import { representations, searchColumns } from './columns.ts'
import { checkedInchiKey, isCas, isEc, structuresOfReference, structuresWith, withIdentifier } from './identifiers.ts'
import { datasetOf, type FoundStructure } from './view.ts'

type Flag = boolean | string | undefined
interface StructureInput {
  readonly db: string
  readonly search?: string | undefined
  readonly b64search?: string | undefined
  readonly page?: number | undefined
  readonly pagesize?: number | undefined
}
interface CompoundInput extends StructureInput {
  readonly term: string
  readonly representation: string
  readonly casesens?: Flag
}
interface SearchInput extends StructureInput {
  readonly type?: string | undefined
  readonly dataset_uri?: string | undefined
  readonly filterBySubstance?: Flag
  readonly mol?: boolean | undefined
}
interface SimilarInput extends SearchInput {
  readonly threshold?: number | undefined
}

const mostSearches = 100
const longestText = 2000
const longestMol = 64 * 1024
const longestPattern = 500

export function createStructureSearch(chemistry: Chemistry) {
  /** Finds the structures equal to a text, by its first valid reading (SOURCES 3.2). */
  async function structuresFor(context: Context, text: string, input: CompoundInput): Promise<NumberedStructure[]> {
    const { database, call, query } = context
    const term = text.trim()
    // as the server does
    if (term === '' || /[<>]|script/i.test(term)) return []
    const byUri = structureByUri(database, term)
    if (byUri) return [byUri]
    if (input.term === 'url') return []
    if (isCas(term)) return structuresWith(database, ({ cas }) => cas === term)
    if (isEc(term)) return structuresWith(database, ({ ec }) => ec === term)
    if (term.startsWith('InChI=')) return structuresWith(database, ({ inchi }) => inchi === term)
    const references = structuresOfReference(database, term)
    if (references.length > 0) return references
    const condition = query.get('condition')
    if (condition === null || condition === '=') {
      const read = await chemistry.read(readable(text), { account: call.account, signal: call.signal })
      if (read) return structuresWith(database, ({ inchi, smiles }) => inchi === read.inchi || smiles === read.smiles)
    }
    return structuresWith(database, withIdentifier(matcherOf(term, condition, isOn(input.casesens))))
  }

  async function searchCompound(context: Context, input: CompoundInput): Promise<ListBody> {
    const names = ownMember(representations, input.representation)
    if (!names) throw badRequest(`representation must be one of ${Object.keys(representations).join(', ')}.`)
    const { database, query } = context
    const found = new Set<NumberedStructure>()
    if (input.term === 'inchikey') {
      for (const text of searchesOf(query)) {
        const key = checkedInchiKey(text)
        for (const one of structuresWith(database, ({ inchiKey }) => inchiKey === key)) found.add(one)
      }
    } else
      for (const text of textsOf(input, query))
        for (const one of await structuresFor(context, text, input)) found.add(one)
    const page = pageOf([...found], input, query).map((one) => ({ found: one, metric: null }))
    return datasetOf(context, names, page)
  }

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

  return { searchCompound, searchSimilar, searchSubstructure }
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

/**
 * Returns the search texts: b64search takes precedence over search, which can repeat; any other term is itself the
 * text.
 */
function textsOf({ term, b64search }: CompoundInput, query: URLSearchParams): string[] {
  if (b64search !== undefined && b64search !== '') return [decoded(b64search)]
  const searches = searchesOf(query)
  if (term === 'search' || term === 'url') return searches
  return [term]
}

function searchesOf(query: URLSearchParams): string[] {
  const searches = query.getAll('search')
  if (searches.length > mostSearches) throw badRequest(`At most ${mostSearches} searches can be combined.`)
  return searches
}

function matcherOf(term: string, condition: string | null, isCaseSensitive: boolean): (text: string) => boolean {
  if (condition === 'like') return wildcardOf(term, !isCaseSensitive)
  if (condition === 'regexp') return patternOf(term)
  if (isCaseSensitive) return (text) => text === term
  const folded = term.toLowerCase()
  return (text) => text.toLowerCase() === folded
}

function decoded(base64: string): string {
  return readable(Buffer.from(base64, 'base64').toString('utf8'))
}

/** Checks a structure. Throws the provider's 400 if it is too long for any reader. */
function readable(text: string): string {
  const longest = text.includes('M  END') ? longestMol : longestText
  if (text.length > longest) throw badRequest(`A structure may have at most ${longest} characters.`)
  return text
}

/** True for the one dataset, which holds all structures. */
function isWholeDataset(uri: string | undefined): boolean {
  return uri === undefined || uri === '' || /\/dataset\/Default\/?$/.test(uri)
}

const isOn = (flag: Flag): boolean => flag === true || flag === 'yes' || flag === 'on'
