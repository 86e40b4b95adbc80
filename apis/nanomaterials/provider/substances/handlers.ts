// Serves substances: lists, searches, single ones, their components and structures.
import { createPacer } from '#provider'
import type { Substance } from '../../model/records.ts'
import { type Context, type ListBody, pageOf, type TextBody, wholeList } from '../answers/ambit.ts'
import { substanceOf } from '../answers/find.ts'
import { badRequest } from '../errors.ts'
import { effectHash, hashOfUri } from '../materials/effect-hash.ts'
import { structureKey } from '../materials/materials.ts'
import { structureByUri } from '../structures/by-uri.ts'
import { componentColumns, describeColumns, structureColumns } from '../structures/columns.ts'
import { datasetOf } from '../structures/view.ts'
import { facetCondition } from './facet-search.ts'
import { type ShownSubstance, substancesBody } from './formats.ts'
import { type Condition, conditionOf } from './search-types.ts'
import { componentView, substanceView } from './view.ts'

interface Paged {
  readonly db: string
  readonly page?: number | undefined
  readonly pagesize?: number | undefined
}
interface ListInput extends Paged {
  readonly search?: string | undefined
  readonly type?: string | undefined
  readonly compound_uri?: string | undefined
  readonly bundle_uri?: string | undefined
  readonly addDummySubstance?: boolean | undefined
  readonly studysummary?: boolean | undefined
}
interface OneInput extends Paged {
  readonly uuid: string
}

const longestSearch = 500

export async function listSubstances(context: Context, input: ListInput): Promise<ListBody | TextBody> {
  const options = { withSummary: input.studysummary ?? false, bundle: input.bundle_uri }
  const found = await findSubstances(context, input)
  const page = pageOf(found, input, context.query)
  const shown: ShownSubstance[] = []
  const pause = createPacer()
  for (const substance of page) {
    shown.push('view' in substance ? substance : { view: substanceView(context, substance, options), substance })
    await pause()
  }
  return substancesBody(context, shown)
}

async function findSubstances(context: Context, input: ListInput): Promise<readonly (Substance | ShownSubstance)[]> {
  const { database, query } = context
  const type = input.type ?? 'name'
  const search = input.search?.trim() ?? ''
  if (search.length > longestSearch) throw badRequest(`search may have at most ${longestSearch} characters.`)
  if (/^(?:related|reference)$/i.test(type)) return relatedSubstances(context, input, type.toLowerCase())
  if (type.toLowerCase() === 'facet') {
    const passes = facetCondition(query)
    return passing(database.substances, { of: 'substance', matches: passes })
  }
  if (search === '') return database.substances
  return passing(database.substances, conditionOf(type, search))
}

async function passing(substances: readonly Substance[], condition: Condition): Promise<Substance[]> {
  const pause = createPacer()
  const found: Substance[] = []
  for (const substance of substances) {
    if (condition.of === 'substance') {
      if (condition.matches(substance)) found.push(substance)
    } else
      for (const study of substance.studies) {
        const matches = condition.matches(study, substance)
        await pause()
        if (!matches) continue
        found.push(substance)
        break
      }
    await pause()
  }
  return found
}

/** Returns the substances that contain a structure or have it as their reference. */
function relatedSubstances(context: Context, input: ListInput, type: string): readonly (Substance | ShownSubstance)[] {
  const { database, root } = context
  const uri = input.compound_uri ?? input.search
  if (uri === undefined || uri === '') throw badRequest('compound_uri is needed for this type of search.')
  const structure = structureByUri(database, uri)
  const found = structure ? database.substances.filter(({ uuid }) => structure.substances.has(uuid)) : []
  if (type === 'reference')
    return structure
      ? database.substances.filter(({ components }) =>
          components.some((one) => one.relation === 'HAS_CORE' && structureKey(one.structure) === structure.key),
        )
      : []
  if (found.length > 0 || !input.addDummySubstance || !structure) return found
  const { names, inchiKey } = structure.structure
  const view = {
    URI: `${root}/compound/${structure.number}`,
    ownerUUID: null,
    ownerName: null,
    i5uuid: '',
    name: names[0] ?? inchiKey ?? null,
    publicname: names[0] ?? null,
    format: null,
    substanceType: 'Monoconstituent',
    referenceSubstance: { i5uuid: null, uri: `${root}/compound/${structure.number}` },
    composition: [],
    externalIdentifiers: [],
    bundles: {},
    studysummary: [],
  }
  return [{ view, substance: undefined }]
}

const mostProperties = 100

export function getSubstance(
  context: Context,
  input: OneInput & { readonly 'property_uris[]'?: string | undefined },
): ListBody | TextBody {
  const substance = substanceOf(context, input.uuid)
  const wanted = context.query.getAll('property_uris[]').filter((uri) => uri !== '')
  if (wanted.length > mostProperties) throw badRequest(`At most ${mostProperties} properties can be asked for.`)
  if (wanted.length > 0) return propertyDataset(context, substance, wanted)
  const view = substanceView(context, substance, { withSummary: false, bundle: undefined })
  return substancesBody(context, [{ view, substance }])
}

/** Returns the substance as a dataset with the values of properties. */
function propertyDataset({ root }: Context, substance: Substance, wanted: readonly string[]): ListBody {
  const hashes = new Set(wanted.map((uri) => hashOfUri(uri).toLowerCase()))
  const values: Record<string, unknown> = {
    [`${root}/identifier/name`]: substance.name,
    [`${root}/identifier/uuid`]: substance.uuid,
  }
  const feature: Record<string, object> = {}
  for (const study of substance.studies)
    for (const effect of study.effects) {
      const hash = effectHash(study, effect)
      if (!hashes.has(hash)) continue
      const { loValue, upValue, textValue, unit } = effect.result
      const uri = `${root}/property/${hash.toUpperCase()}`
      values[uri] ??= loValue ?? upValue ?? textValue ?? null
      feature[uri] ??= {
        type: 'Feature',
        title: effect.endpoint,
        units: unit ?? '',
        isNumeric: textValue === undefined,
      }
    }
  const compound = {
    URI: `${root}/substance/${substance.uuid}`,
    structype: null,
    metric: null,
    name: '',
    cas: '',
    einecs: '',
  }
  return {
    head: { query: { summary: 'query' } },
    name: 'dataEntry',
    items: [{ compound, values, facets: [], bundles: {} }],
    tail: { model_uri: null, feature },
  }
}

export function getComposition(context: Context, input: OneInput & { readonly all?: boolean | undefined }): ListBody {
  const substance = substanceOf(context, input.uuid)
  const shown = substance.components.filter(({ hidden }) => input.all === true || !hidden)
  return {
    name: 'composition',
    items: pageOf(shown, input, context.query, wholeList).map((component) =>
      componentView(context, substance, component),
    ),
    tail: { feature: describeColumns(context.root, componentColumns) },
  }
}

export function listStructures(context: Context, input: OneInput): ListBody {
  const { database, query } = context
  const { components } = substanceOf(context, input.uuid)
  const keys = new Set(components.filter(({ hidden }) => !hidden).map(({ structure }) => structureKey(structure)))
  const found = [...keys].flatMap((key) => database.byKey.get(key) ?? [])
  const page = pageOf(found, input, query, wholeList).map((one) => ({ found: one, metric: null }))
  return datasetOf(context, structureColumns, page)
}
