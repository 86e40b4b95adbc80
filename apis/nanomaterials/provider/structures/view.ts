// A structure as a record of a dataset (SOURCES 2.2, 2.5).
import type { Context, ListBody } from '../answers/ambit.ts'
import type { NumberedStructure } from '../materials/materials.ts'
import { type ColumnName, columnValues, describeColumns } from './columns.ts'

export interface FoundStructure {
  readonly found: NumberedStructure
  /** Similarity to the query; null if not applicable. */
  readonly metric: number | null
  /** SDF text. */
  readonly mol?: string | undefined
}

export function datasetOf(
  { root }: Pick<Context, 'root'>,
  names: readonly ColumnName[],
  found: readonly FoundStructure[],
): ListBody {
  return {
    head: { query: { summary: 'query' } },
    name: 'dataEntry',
    items: found.map((one) => entryOf(root, names, one)),
    tail: { model_uri: null, feature: describeColumns(root, names) },
  }
}

export function entryOf(root: string, names: readonly ColumnName[], { found, metric, mol }: FoundStructure): object {
  const { structure, number } = found
  const { inchi, inchiKey, formula, kind } = structure
  return {
    compound: {
      URI: compoundUri(root, number),
      structype: kind,
      metric,
      // always empty: the identifiers are in the values (SOURCES 2.2)
      name: '',
      cas: '',
      einecs: '',
      inchikey: inchiKey,
      inchi,
      formula,
      ...(mol === undefined ? {} : { mol }),
    },
    values: columnValues(root, names, structure),
    facets: [],
    bundles: {},
  }
}

function compoundUri(root: string, number: number): string {
  return `${root}/compound/${number}/conformer/${number}`
}
