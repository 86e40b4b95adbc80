// Writes substances as an investigation of ISA-JSON 1.0 (SOURCES 6.2): a study for each substance, an assay for each
// category of its protocol applications, and a process for each application, with a data file that has the effects as
// comments.

import { titleOf } from '../../model/categories.ts'
import type { Component, Effect, Measured, Study, Substance } from '../../model/records.ts'
import type { Context, ListBody } from '../answers/ambit.ts'
import { contentTypeOf } from '../answers/format.ts'
import { byCategory } from '../materials/materials.ts'

export function investigationBody({ materials, root }: Context, substances: readonly Substance[]): ListBody {
  return {
    contentType: contentTypeOf('isa'),
    head: {
      identifier: root,
      title: 'Substances',
      description: '',
      submissionDate: '',
      publicReleaseDate: '',
      ontologySourceReferences: [],
      publications: [],
      people: [],
      comments: [],
    },
    name: 'studies',
    items: substances.values().map((substance) => isaStudy(materials.categories, root, substance)),
  }
}

type Categories = Context['materials']['categories']

function isaStudy(categories: Categories, root: string, substance: Substance): object {
  const { uuid, name, publicName, type, ownerName, components, studies } = substance
  const source = `#source/${uuid}`
  const sample = `#sample/${uuid}`
  const characteristics = [
    ['type', type],
    ['owner', ownerName],
    ...components.map((one) => [one.relation, componentText(one)] as const),
  ] as const
  const names = [...new Set(characteristics.map(([category]) => category))]
  return {
    filename: `s_${uuid}.txt`,
    identifier: `${root}/substance/${uuid}`,
    title: name,
    description: publicName,
    submissionDate: '',
    publicReleaseDate: '',
    studyDesignDescriptors: [],
    publications: [],
    people: [],
    materials: {
      sources: [
        {
          '@id': source,
          name: uuid,
          characteristics: characteristics.map(([category, value]) => ({
            category: { '@id': categoryId(uuid, category) },
            value: annotation(value),
          })),
          comments: substance.externalIds.map(({ type: system, id }) => ({ name: system, value: id })),
        },
      ],
      samples: [
        {
          '@id': sample,
          name: publicName || name,
          characteristics: [],
          factorValues: [],
          derivesFrom: [{ '@id': source }],
        },
      ],
      otherMaterials: [],
    },
    protocols: studies.map(protocolOf),
    processSequence: [],
    factors: [],
    characteristicCategories: names.map((category) => ({
      '@id': categoryId(uuid, category),
      characteristicType: annotation(category),
    })),
    unitCategories: [],
    comments: [],
    assays: byCategory(categories, studies).map(({ topCategory, category, studies: own }) => ({
      '@id': `#assay/${uuid}/${category}`,
      filename: `a_${uuid}_${category}.txt`,
      measurementType: annotation(titleOf(categories, category)),
      technologyType: annotation(topCategory),
      technologyPlatform: '',
      characteristicCategories: [],
      unitCategories: [],
      materials: { samples: [{ '@id': sample }], otherMaterials: [] },
      dataFiles: own.map(dataOf),
      processSequence: own.map((study) => processOf(study, sample)),
      comments: [],
    })),
  }
}

function protocolOf(study: Study): object {
  return {
    '@id': `#protocol/${study.uuid}`,
    name: study.guidelines.join(', ') || (study.endpoint ?? study.category),
    protocolType: annotation(study.category),
    description: study.endpoint ?? '',
    uri: '',
    version: '',
    parameters: Object.keys(study.parameters).map((name) => ({
      '@id': parameterId(study, name),
      parameterName: annotation(name),
    })),
    components: [],
  }
}

function processOf(study: Study, sample: string): object {
  const { citation, reliability } = study
  const comments = [
    ['investigation', study.investigation],
    ['reference', citation.title],
    ['reference year', citation.year],
    ['reference owner', citation.owner],
    ['reliability', reliability.value],
    ['interpretation result', study.result],
  ] as const
  return {
    '@id': `#process/${study.uuid}`,
    name: study.uuid,
    executesProtocol: { '@id': `#protocol/${study.uuid}` },
    performer: study.company.name ?? '',
    date: '',
    parameterValues: Object.entries(study.parameters).flatMap(([name, value]) =>
      value === null
        ? []
        : [{ category: { '@id': parameterId(study, name) }, value: typeof value === 'number' ? value : textOf(value) }],
    ),
    inputs: [{ '@id': sample }],
    outputs: [{ '@id': `#data/${study.uuid}` }],
    comments: comments.flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }])),
  }
}

function dataOf(study: Study): object {
  return {
    '@id': `#data/${study.uuid}`,
    name: `${study.uuid}.txt`,
    type: 'Derived Data File',
    comments: study.effects.map((effect) => ({ name: effect.endpoint, value: effectText(effect) })),
  }
}

const annotation = (value: string) => ({ annotationValue: value, termSource: '', termAccession: '' })
const categoryId = (uuid: string, name: string) => `#characteristic_category/${uuid}/${encodeURIComponent(name)}`
const parameterId = ({ uuid }: Study, name: string) => `#parameter/${uuid}/${encodeURIComponent(name)}`

function componentText({ structure, name, typical }: Component): string {
  const { names, cas, smiles, inchiKey } = structure
  const known = names[0] ?? cas ?? inchiKey ?? smiles ?? name ?? ''
  return typical.value === null ? known : `${known} ${typical.value} ${typical.unit ?? ''}`.trimEnd()
}

function effectText({ result, conditions }: Effect): string {
  const { loQualifier, loValue, upQualifier, upValue, errQualifier, errorValue, textValue, unit } = result
  const parts = [loQualifier, loValue, upValue === undefined || upValue === null ? null : '…', upQualifier, upValue]
  if (errorValue !== undefined && errorValue !== null) parts.push(errQualifier || '±', errorValue)
  parts.push(textValue, unit)
  const value = parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')
  const under = Object.entries(conditions).map(([name, condition]) => `${name}=${textOf(condition)}`)
  return under.length === 0 ? value : `${value} (${under.join('; ')})`
}

function textOf(value: Measured): string {
  if (value === null || typeof value !== 'object') return String(value ?? '')
  const { loQualifier, loValue, upQualifier, upValue, unit } = value
  const parts = [loQualifier, loValue, upQualifier, upValue, unit]
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')
}
