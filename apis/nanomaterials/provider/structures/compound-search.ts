// Finds structures equal to a structure or identifier.
import { ownMember } from '#provider'
import { type Context, type ListBody, pageOf } from '../answers/ambit.ts'
import { patternOf, wildcardOf } from '../answers/patterns.ts'
import type { Chemistry } from '../chemistry/chemistry.ts'
import { badRequest } from '../errors.ts'
import type { NumberedStructure } from '../materials/materials.ts'
import { structureByUri } from './by-uri.ts'
import { representations } from './columns.ts'
import { checkedInchiKey, isCas, isEc, structuresOfReference, structuresWith, withIdentifier } from './identifiers.ts'
import { decoded, type Flag, isOn, readable, type StructureInput, searchesOf } from './query-text.ts'
import { datasetOf } from './view.ts'

export interface CompoundInput extends StructureInput {
  readonly term: string
  readonly representation: string
  readonly casesens?: Flag
}

/** Answers with the structures equal to the search texts. */
export async function searchCompound(chemistry: Chemistry, context: Context, input: CompoundInput): Promise<ListBody> {
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
      for (const one of await structuresFor(chemistry, context, text, input)) found.add(one)
  const page = pageOf([...found], input, query).map((one) => ({ found: one, metric: null }))
  return datasetOf(context, names, page)
}

/** Finds the structures equal to a text, by its first valid reading (SOURCES 3.2). */
async function structuresFor(
  chemistry: Chemistry,
  context: Context,
  text: string,
  input: CompoundInput,
): Promise<NumberedStructure[]> {
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

function matcherOf(term: string, condition: string | null, isCaseSensitive: boolean): (text: string) => boolean {
  if (condition === 'like') return wildcardOf(term, !isCaseSensitive)
  if (condition === 'regexp') return patternOf(term)
  if (isCaseSensitive) return (text) => text === term
  const folded = term.toLowerCase()
  return (text) => text.toLowerCase() === folded
}
