// The columns of a dataset: the identifiers that a representation shows, and their descriptions (SOURCES 2.5).
import type { Structure } from '../../model/records.ts'

export type ColumnName = keyof typeof columns

/** Title, position and value by the name of the identifier in the OpenTox vocabulary. */
const columns = {
  IUPACName: { title: 'IUPAC name', order: 1, of: ({ iupacName }: Structure) => iupacName },
  ChemicalName: { title: 'Names', order: 2, of: ({ names }: Structure) => names.join('|') || undefined },
  CASRN: { title: 'CasRN', order: 3, of: ({ cas }: Structure) => cas },
  EINECS: { title: 'EC number', order: 4, of: ({ ec }: Structure) => ec },
  TradeName: { title: 'Trade Name', order: 5, of: ({ tradeName }: Structure) => tradeName },
  SMILES: { title: 'SMILES', order: 6, of: ({ smiles }: Structure) => smiles },
  InChI_std: { title: 'Standard InChI', order: 7, of: ({ inchi }: Structure) => inchi },
  InChIKey_std: { title: 'Standard InChI key', order: 8, of: ({ inchiKey }: Structure) => inchiKey },
  REACHRegistrationDate: {
    title: 'REACH registration date',
    order: 9,
    of: ({ registrationDate }: Structure) => registrationDate,
  },
  IUCLID5_UUID: { title: 'IUCLID 5 UUID', order: 10, of: ({ iuclidUuid }: Structure) => iuclidUuid },
} as const

const named = ['IUPACName', 'ChemicalName', 'CASRN', 'EINECS', 'TradeName'] as const
const reach = ['CASRN', 'EINECS', 'REACHRegistrationDate', 'IUCLID5_UUID', 'InChI_std', 'IUPACName'] as const
export const representations: Readonly<Record<string, readonly ColumnName[]>> = {
  all: [...named, 'SMILES', 'InChI_std', 'InChIKey_std', 'REACHRegistrationDate', 'IUCLID5_UUID'],
  smiles: ['SMILES'],
  reach,
  stdinchi: ['InChI_std'],
  stdinchikey: ['InChIKey_std'],
  names: named,
  iupac_name: ['IUPACName'],
  synonym: ['ChemicalName'],
  cas: ['CASRN'],
  einecs: ['EINECS'],
}
/** Columns of similarity and substructure searches. */
export const searchColumns: readonly ColumnName[] = [...named, 'IUCLID5_UUID', 'SMILES', 'InChI_std', 'InChIKey_std']
/** Columns of the structures of a substance: those of `reach`, and SMILES so that callers can draw and search them. */
export const structureColumns: readonly ColumnName[] = [...reach, 'SMILES']
/** Columns of components. */
export const componentColumns: readonly ColumnName[] = named

const namesByTitle = new Map<string, string>(
  Object.entries(columns).map(([name, { title }]) => [title.toLowerCase(), name]),
)

/** Returns the OpenTox name of the column with this title, ignoring case. */
export const columnTitled = (title: string): string | undefined => namesByTitle.get(title.toLowerCase())

const vocabulary = 'http://www.opentox.org/api/1.1#'

function columnUri(root: string, name: ColumnName): string {
  return `${root}/feature/${encodeURIComponent(vocabulary + name)}Default`
}

/** Returns the structure's values by the address of the column. */
export function columnValues(root: string, names: readonly ColumnName[], structure: Structure): Record<string, string> {
  const values = names.flatMap((name) => {
    const value = columns[name].of(structure)
    return value === undefined ? [] : [[columnUri(root, name), value] as const]
  })
  return Object.fromEntries(values)
}

/** Returns descriptions of the columns by their address. */
export function describeColumns(root: string, names: readonly ColumnName[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => [
      columnUri(root, name),
      {
        type: 'Feature',
        title: columns[name].title,
        units: '',
        isNominal: false,
        isNumeric: false,
        isMultiValue: name === 'ChemicalName',
        sameAs: vocabulary + name,
        isModelPredictionFeature: false,
        creator: 'http://ambit.sourceforge.net',
        order: columns[name].order,
        source: { URI: `${root}/dataset/Default`, type: 'Dataset' },
        annotation: [],
      },
    ]),
  )
}
