// Collects the records of a file by substance until all of it has been read.
import { createImportProblems, invalidImport } from '#provider/import'
import { type Component, databases, type Structure, type Study, type Substance } from '../../model/records.ts'
import { isSubstanceId } from '../answers/find.ts'
import { componentOf, type SubstanceFields, structureOf, studyOf, substanceFields } from './ambit-records.ts'
import { limits } from './limits.ts'
import { listOf, type Members, membersOf, textIn } from './read-values.ts'
import { isSolrDocument, solrSubstance } from './solr-records.ts'

/** Collected data of one substance; members that are not set keep their stored values. */
export interface CollectedSubstance {
  readonly database: string
  readonly uuid: string
  fields?: SubstanceFields
  components?: Component[] | undefined
  readonly studies: Map<string, Study>
}
export interface Counts {
  substances: number
  components: number
  studies: number
  effects: number
}
export interface Collection {
  readonly counts: Counts
  readonly substances: ReadonlyMap<string, CollectedSubstance>
  /** Structures from datasets, by InChIKey: components show only some of their identifiers. */
  readonly structures: ReadonlyMap<string, Structure>
  /** Adds one JSON object of the file. */
  add(where: string, value: unknown): void
  /** Throws `import.invalid` with the problems found. */
  finish(): void
}

/** Creates a collection; `fileName` names the database if the file itself does not. */
export function createCollection(fileName: string): Collection {
  const named = databases.find((name) => fileName.toLowerCase().includes(name)) ?? databases[0]
  const substances = new Map<string, CollectedSubstance>()
  const byUuid = new Map<string, CollectedSubstance>()
  const structures = new Map<string, Structure>()
  const counts: Counts = { substances: 0, components: 0, studies: 0, effects: 0 }
  const problems = createImportProblems()
  // components can refer to their substance by a number of the server that wrote them
  let latest: CollectedSubstance | undefined

  function take(where: string, database: string, uuid: string | undefined): CollectedSubstance | undefined {
    if (uuid === undefined || !isSubstanceId(uuid) || /^\d+$/.test(uuid)) {
      problems.add(where, 'the substance has no UUID with a prefix')
      return undefined
    }
    const key = substanceKey(database, uuid)
    const known = substances.get(key) ?? { database, uuid, studies: new Map() }
    substances.set(key, known)
    byUuid.set(uuid, known)
    if (substances.size > limits.substances) throw invalidImport(`it has more than ${limits.substances} substances`)
    return known
  }

  function addSubstance(where: string, record: Members): void {
    const database = databaseIn(textIn(record.URI)) ?? named
    const substance = take(where, database, textIn(record.i5uuid))
    if (!substance) return
    substance.fields = substanceFields(record)
    latest = substance
    counts.substances += 1
    const features = membersOf(record.feature)
    const parts = listOf(record.composition)
    if (parts.length > 0) setComponents(substance, parts.map(membersOf), features)
    for (const [at, study] of listOf(record.study).entries())
      addStudy(`${where}, study ${at + 1}`, membersOf(study), substance)
  }

  function setComponents(substance: CollectedSubstance, parts: readonly Members[], features: Members): void {
    substance.components ??= []
    for (const part of parts.slice(0, limits.components - substance.components.length)) {
      substance.components.push(componentOf(part, features))
      counts.components += 1
    }
  }

  function addComposition(where: string, { composition, feature }: Members): void {
    const bySubstance = Map.groupBy(listOf(composition).map(membersOf), (part) => textIn(membersOf(part.substance).URI))
    for (const [uri, parts] of bySubstance) {
      const uuid = uri?.split('/').at(-1)
      const isNumber = uuid !== undefined && /^\d+$/.test(uuid)
      const substance = isNumber && latest ? latest : take(where, databaseIn(uri) ?? named, uuid)
      if (!substance) continue
      delete substance.components
      setComponents(substance, parts, membersOf(feature))
    }
  }

  function addStudy(where: string, record: Members, owner?: CollectedSubstance): void {
    const uuid = textIn(record.uuid)
    const ownerUuid = textIn(membersOf(membersOf(record.owner).substance).uuid)
    // a study does not name its substance's database
    const substance = owner ?? byUuid.get(ownerUuid ?? '') ?? take(where, named, ownerUuid)
    const study = uuid === undefined ? undefined : studyOf(record, uuid)
    if (!study) problems.add(where, 'the study has no uuid or no category')
    if (study && substance) setStudy(substance, study)
  }

  function setStudy(substance: CollectedSubstance, study: Study): void {
    substance.studies.set(study.uuid, study)
    counts.studies += 1
    counts.effects += study.effects.length
    if (substance.studies.size > limits.studiesOfSubstance)
      throw invalidImport(`${substance.uuid} has more than ${limits.studiesOfSubstance} studies`)
    if (counts.studies > limits.studies) throw invalidImport(`it has more than ${limits.studies} studies`)
    if (counts.effects > limits.effects) throw invalidImport(`it has more than ${limits.effects} effects`)
  }

  function addDataset({ dataEntry, feature }: Members): void {
    for (const one of listOf(dataEntry)) {
      const structure = structureOf(membersOf(one), membersOf(feature))
      if (structure.inchiKey !== undefined) structures.set(structure.inchiKey, structure)
      if (structures.size > limits.structures) throw invalidImport(`it has more than ${limits.structures} structures`)
    }
  }

  function addSolr(where: string, record: Members): void {
    const found = solrSubstance(record)
    const database = databases.find((name) => name === found?.database) ?? named
    const substance = take(where, database, found?.uuid)
    if (!substance || !found) return
    substance.fields = found.fields
    if (found.components.length > 0) substance.components = [...found.components]
    counts.substances += 1
    counts.components += found.components.length
    for (const study of found.studies) setStudy(substance, study)
  }

  return {
    counts,
    substances,
    structures,
    add(where, value) {
      const record = membersOf(value)
      const docs = listOf(membersOf(record.response).docs)
      if (Array.isArray(record.substance))
        for (const [at, one] of record.substance.entries()) addSubstance(`${where}, record ${at + 1}`, membersOf(one))
      else if (Array.isArray(record.composition) && record.i5uuid === undefined) addComposition(where, record)
      else if (Array.isArray(record.study) && record.i5uuid === undefined)
        for (const [at, one] of record.study.entries()) addStudy(`${where}, record ${at + 1}`, membersOf(one))
      else if (Array.isArray(record.dataEntry)) addDataset(record)
      else if (docs.length > 0)
        for (const [at, one] of docs.entries()) addSolr(`${where}, document ${at + 1}`, membersOf(one))
      else if (isSolrDocument(record)) addSolr(where, record)
      else if (record.i5uuid !== undefined) addSubstance(where, record)
      else if (record.protocol !== undefined) addStudy(where, record)
      else problems.add(where, 'it is neither a body of AMBIT nor a document of Solr')
    },
    finish: () => problems.throwIfAny(),
  }
}

/** Returns the storage key of a substance. */
export function substanceKey(database: string, uuid: string): string {
  return `${database} ${uuid}`
}

/** Returns the database in an address, if it is a known one. */
function databaseIn(uri: string | undefined): string | undefined {
  const name = /\/enm\/(\w+)\//.exec(uri ?? '')?.[1]
  return databases.find((one) => one === name)
}

/** Merges collected data into the stored substance. */
export function mergedSubstance(stored: Substance | undefined, collected: CollectedSubstance): Substance {
  const { database, uuid, fields, components, studies } = collected
  const known = stored?.studies ?? []
  const kept = known.map((study) => studies.get(study.uuid) ?? study)
  const added = [...studies.values()].filter((study) => !known.some((one) => one.uuid === study.uuid))
  return {
    ...(fields ?? stored ?? substanceFields({})),
    database,
    uuid,
    components: components ?? stored?.components ?? [],
    studies: [...kept, ...added].slice(0, limits.studiesOfSubstance),
  }
}
