// Collects the records of a file by substance until all of it has been read.
import { createImportProblems, invalidImport } from '#provider/import'
import { type Component, databases, type Structure, type Study, type Substance } from '../../model/records.ts'
import { isSubstanceId } from '../answers/find.ts'
import { componentOf, type SubstanceFields, structureOf, studyOf, substanceFields } from './ambit-records.ts'
import { limits } from './limits.ts'
import { listOf, type Members, membersOf, textIn } from './read-values.ts'
import { isSolrDocument, solrSubstance } from './solr-records.ts'

/** Collected data of one substance; members that are not set keep their stored values. */
interface CollectedSubstance {
  readonly database: string
  readonly uuid: string
  fields?: SubstanceFields
  components?: Component[] | undefined
  readonly studies: Map<string, Study>
}
interface Counts {
  substances: number
  components: number
  studies: number
  effects: number
}

/** Records of one file. */
export class Collection {
  readonly counts: Counts = { substances: 0, components: 0, studies: 0, effects: 0 }
  readonly substances = new Map<string, CollectedSubstance>()
  /** Structures from datasets, by InChIKey: components show only some of their identifiers. */
  readonly structures = new Map<string, Structure>()
  readonly #named: string
  readonly #byUuid = new Map<string, CollectedSubstance>()
  readonly #problems = createImportProblems()
  /** The last substance: components can refer to it by a number of the server that wrote them. */
  #latest: CollectedSubstance | undefined

  /** Creates a collection; `fileName` names the database if the file itself does not. */
  constructor(fileName: string) {
    this.#named = databases.find((name) => fileName.toLowerCase().includes(name)) ?? databases[0]
  }

  /** Adds one JSON object of the file. */
  add(where: string, value: unknown): void {
    const record = membersOf(value)
    const docs = listOf(membersOf(record.response).docs)
    if (Array.isArray(record.substance))
      for (const [at, one] of record.substance.entries())
        this.#addSubstance(`${where}, record ${at + 1}`, membersOf(one))
    else if (Array.isArray(record.composition) && record.i5uuid === undefined) this.#addComposition(where, record)
    else if (Array.isArray(record.study) && record.i5uuid === undefined)
      for (const [at, one] of record.study.entries()) this.#addStudy(`${where}, record ${at + 1}`, membersOf(one))
    else if (Array.isArray(record.dataEntry)) this.#addDataset(record)
    else if (docs.length > 0)
      for (const [at, one] of docs.entries()) this.#addSolr(`${where}, document ${at + 1}`, membersOf(one))
    else if (isSolrDocument(record)) this.#addSolr(where, record)
    else if (record.i5uuid !== undefined) this.#addSubstance(where, record)
    else if (record.protocol !== undefined) this.#addStudy(where, record)
    else this.#problems.add(where, 'it is neither a body of AMBIT nor a document of Solr')
  }

  /** Throws `import.invalid` with the problems found. */
  finish(): void {
    this.#problems.throwIfAny()
  }

  #take(where: string, database: string, uuid: string | undefined): CollectedSubstance | undefined {
    if (uuid === undefined || !isSubstanceId(uuid) || /^\d+$/.test(uuid)) {
      this.#problems.add(where, 'the substance has no UUID with a prefix')
      return undefined
    }
    const key = substanceKey(database, uuid)
    const known = this.substances.get(key) ?? { database, uuid, studies: new Map() }
    this.substances.set(key, known)
    this.#byUuid.set(uuid, known)
    if (this.substances.size > limits.substances)
      throw invalidImport(`it has more than ${limits.substances} substances`)
    return known
  }

  #addSubstance(where: string, record: Members): void {
    const database = databaseIn(textIn(record.URI)) ?? this.#named
    const substance = this.#take(where, database, textIn(record.i5uuid))
    if (!substance) return
    substance.fields = substanceFields(record)
    this.#latest = substance
    this.counts.substances += 1
    const features = membersOf(record.feature)
    const parts = listOf(record.composition)
    if (parts.length > 0) this.#setComponents(substance, parts.map(membersOf), features)
    for (const [at, study] of listOf(record.study).entries())
      this.#addStudy(`${where}, study ${at + 1}`, membersOf(study), substance)
  }

  #setComponents(substance: CollectedSubstance, parts: readonly Members[], features: Members): void {
    substance.components ??= []
    for (const part of parts.slice(0, limits.components - substance.components.length)) {
      substance.components.push(componentOf(part, features))
      this.counts.components += 1
    }
  }

  #addComposition(where: string, { composition, feature }: Members): void {
    const bySubstance = Map.groupBy(listOf(composition).map(membersOf), (part) => textIn(membersOf(part.substance).URI))
    for (const [uri, parts] of bySubstance) {
      const uuid = uri?.split('/').at(-1)
      const isNumber = uuid !== undefined && /^\d+$/.test(uuid)
      const substance =
        isNumber && this.#latest ? this.#latest : this.#take(where, databaseIn(uri) ?? this.#named, uuid)
      if (!substance) continue
      delete substance.components
      this.#setComponents(substance, parts, membersOf(feature))
    }
  }

  #addStudy(where: string, record: Members, owner?: CollectedSubstance): void {
    const uuid = textIn(record.uuid)
    const ownerUuid = textIn(membersOf(membersOf(record.owner).substance).uuid)
    // a study does not name its substance's database
    const substance = owner ?? this.#byUuid.get(ownerUuid ?? '') ?? this.#take(where, this.#named, ownerUuid)
    const study = uuid === undefined ? undefined : studyOf(record, uuid)
    if (!study) this.#problems.add(where, 'the study has no uuid or no category')
    if (study && substance) this.#setStudy(substance, study)
  }

  #setStudy(substance: CollectedSubstance, study: Study): void {
    substance.studies.set(study.uuid, study)
    this.counts.studies += 1
    this.counts.effects += study.effects.length
    if (substance.studies.size > limits.studiesOfSubstance)
      throw invalidImport(`${substance.uuid} has more than ${limits.studiesOfSubstance} studies`)
    if (this.counts.studies > limits.studies) throw invalidImport(`it has more than ${limits.studies} studies`)
    if (this.counts.effects > limits.effects) throw invalidImport(`it has more than ${limits.effects} effects`)
  }

  #addDataset({ dataEntry, feature }: Members): void {
    for (const one of listOf(dataEntry)) {
      const structure = structureOf(membersOf(one), membersOf(feature))
      if (structure.inchiKey !== undefined) this.structures.set(structure.inchiKey, structure)
      if (this.structures.size > limits.structures)
        throw invalidImport(`it has more than ${limits.structures} structures`)
    }
  }

  #addSolr(where: string, record: Members): void {
    const found = solrSubstance(record)
    const database = databases.find((name) => name === found?.database) ?? this.#named
    const substance = this.#take(where, database, found?.uuid)
    if (!substance || !found) return
    substance.fields = found.fields
    if (found.components.length > 0) substance.components = [...found.components]
    this.counts.substances += 1
    this.counts.components += found.components.length
    for (const study of found.studies) this.#setStudy(substance, study)
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
