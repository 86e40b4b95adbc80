// A substance and its components in AMBIT's form (SOURCES 2.2, 2.10).

import type { Component, Selection, Substance } from '../../model/records.ts'
import type { Context } from '../answers/ambit.ts'
import { structureKey } from '../materials/materials.ts'
import { componentColumns } from '../structures/columns.ts'
import { entryOf } from '../structures/view.ts'
import { studySummary } from '../studies/summary.ts'

interface SubstanceViewOptions {
  readonly withSummary: boolean
  /** The caller's current list of substances. */
  readonly bundle: string | undefined
}

/** Members common to every format, and those specific to JSON. */
export interface SubstanceView {
  readonly URI: string
  readonly ownerUUID: string | null
  readonly ownerName: string | null
  readonly i5uuid: string
  readonly name: string | null
  readonly publicname: string | null
  readonly format: string | null
  readonly substanceType: string
  readonly referenceSubstance: { readonly i5uuid: string | null; readonly uri: string | null }
  readonly composition: readonly object[]
  readonly externalIdentifiers: readonly { readonly type: string; readonly id: string }[]
  readonly bundles: object
  readonly studysummary: readonly object[]
}

export function substanceView(
  { root, materials }: Pick<Context, 'root' | 'materials'>,
  substance: Substance,
  { withSummary, bundle }: SubstanceViewOptions,
): SubstanceView {
  const uri = `${root}/substance/${substance.uuid}`
  const { referenceUuid } = substance
  return {
    URI: uri,
    ownerUUID: substance.ownerUuid,
    ownerName: substance.ownerName,
    i5uuid: substance.uuid,
    name: substance.name,
    publicname: substance.publicName,
    format: substance.format,
    substanceType: substance.type,
    referenceSubstance: {
      i5uuid: referenceUuid,
      uri: referenceUuid === null ? null : `${root}/query/compound/search/all?search=${referenceUuid}`,
    },
    composition: [],
    externalIdentifiers: substance.externalIds.map(({ type, id }) => ({ type, id })),
    bundles: bundle === undefined ? {} : { [bundle]: selectionView(bundle, substance.bundles) },
    studysummary: withSummary ? studySummary(materials.categories, substance.studies, { uri, byResult: false }) : [],
  }
}

function selectionView(uri: string, selections: readonly Selection[]): object {
  const number = /\/bundle\/(\d{1,9})\/?$/.exec(uri)?.[1]
  const selection = selections.find(({ bundle }) => bundle === Number(number))
  return { count: selection ? 1 : 0, tag: selection?.tag ?? null, remarks: selection?.remarks ?? null }
}

export function componentView(
  { root, database }: Pick<Context, 'root' | 'database'>,
  substance: Substance,
  component: Component,
): object {
  const found = database.byKey.get(structureKey(component.structure))
  return {
    substance: { URI: `${root}/substance/${substance.uuid}` },
    component: found
      ? entryOf(root, componentColumns, { found: { ...found, structure: component.structure }, metric: null })
      : {},
    compositionUUID: component.uuid,
    compositionName: component.name,
    relation: component.relation,
    proportion: {
      typical: component.typical,
      real: component.real,
      function_as_additive: component.additiveFunction,
    },
    hidden: component.hidden,
  }
}
