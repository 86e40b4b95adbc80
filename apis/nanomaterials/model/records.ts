// The data of a substance, as stored, imported and returned.

/** Substance of one database, complete. */
export interface Substance {
  readonly database: string
  readonly uuid: string
  readonly name: string
  readonly publicName: string
  readonly ownerUuid: string
  readonly ownerName: string
  readonly format: string
  readonly type: string
  readonly referenceUuid: string | null
  readonly externalIds: readonly { readonly type: string; readonly id: string }[]
  readonly components: readonly Component[]
  readonly studies: readonly Study[]
  readonly bundles: readonly Selection[]
}

/** Membership of a substance in a bundle, by the bundle's number. */
export interface Selection {
  readonly bundle: number
  readonly tag: string | null
  readonly remarks: string | null
}

/** A part of a substance. */
export interface Component {
  readonly uuid: string | null
  readonly name: string | null
  /** Relation: HAS_CORE, HAS_COATING, … */
  readonly relation: string
  readonly structure: Structure
  readonly typical: { readonly precision: string | null; readonly value: number | null; readonly unit: string | null }
  readonly real: {
    readonly lowerPrecision: string | null
    readonly lowerValue: number | null
    readonly upperPrecision: string | null
    readonly upperValue: number | null
    readonly unit: string | null
  }
  readonly additiveFunction: string | number | null
  readonly hidden: boolean
}

/** A chemical structure by its identifiers, all of them optional. */
export interface Structure {
  readonly names: readonly string[]
  readonly iupacName?: string | undefined
  readonly tradeName?: string | undefined
  readonly cas?: string | undefined
  readonly ec?: string | undefined
  readonly smiles?: string | undefined
  readonly inchi?: string | undefined
  readonly inchiKey?: string | undefined
  readonly formula?: string | undefined
  readonly registrationDate?: string | undefined
  readonly iuclidUuid?: string | undefined
  /** Kind of variant: NA, MARKUSH, D1, D2noH, D2withH, D3noH, D3withH or NANO. */
  readonly kind: string
}

/** Value of a parameter or condition: text, number, null, or a range with its unit. */
export type Measured = null | string | number | MeasuredRange
interface MeasuredRange {
  readonly loValue?: number | string | null
  readonly upValue?: number | string | null
  readonly loQualifier?: string | null
  readonly upQualifier?: string | null
  readonly unit?: string | null
}

/** A protocol applied to a substance. */
export interface Study {
  readonly uuid: string
  readonly investigation: string | null
  readonly assay: string | null
  readonly citation: { readonly title: string | null; readonly year: string | null; readonly owner: string | null }
  readonly updated: string | null
  readonly topCategory: string
  readonly category: string
  readonly endpoint: string | null
  readonly guidelines: readonly string[]
  readonly parameters: Readonly<Record<string, Measured>>
  readonly reliability: Reliability
  readonly result: string | null
  readonly criteria: string | null
  readonly company: { readonly uuid: string | null; readonly name: string | null }
  readonly effects: readonly Effect[]
}
interface Reliability {
  readonly isRobustStudy: string | null
  readonly isUsedForClassification: string | null
  readonly isUsedForMsds: string | null
  readonly purposeFlag: string | null
  readonly resultType: string | null
  readonly value: string | null
}

/** One result of a study. */
export interface Effect {
  readonly endpoint: string
  readonly type: string | null
  readonly conditions: Readonly<Record<string, Measured>>
  readonly result: EffectResult
}
interface EffectResult {
  readonly unit?: string | null
  readonly loQualifier?: string | null
  readonly loValue?: number | null
  readonly upQualifier?: string | null
  readonly upValue?: number | null
  readonly errQualifier?: string | null
  readonly errorValue?: number | null
  readonly textValue?: string | number | null
}

/** The databases that the provider documents (SOURCES 1.2). */
export const databases = [
  'nanoreg1',
  'calibrate',
  'enanomapper',
  'enpra',
  'marina',
  'nanogenotox',
  'nanoinformatix',
  'nanoreg2',
  'nanotest',
] as const
