// Online rotation of the master key, in three steps: add a new version to the keyring; rewrap the records under older
// versions, in small batches while calls go on; drop the unused versions. Each step leaves everything readable, so a
// rotation can be killed at any point and started again.
import { setImmediate } from 'node:timers/promises'
import {
  createPeppersRepository,
  createVaultRepository,
  type DataKeyRow,
  type PepperRow,
  type Store,
  withMasterLock,
} from '#store'
import type { Keyring } from './keyring.ts'
import { type MasterKey, newMasterKey } from './master-key.ts'
import { createMasterSeal } from './master-seal.ts'
import { dataKeyLabel, type Label, pepperLabel, type RandomBytes, SealError } from './seal.ts'

const rowsPerBatch = 50

interface RotationDeps {
  readonly store: Store
  readonly masterKey: MasterKey
  readonly randomBytes: RandomBytes
  /** Called after each step and batch. An error it throws ends the rotation there, like a crash. */
  readonly onProgress?: (progress: RotationProgress) => void | Promise<void>
  readonly batchRows?: number
}

/** Progress of a rotation; `rewrapped` counts the records of this run that are now under `version`. */
export interface RotationProgress {
  readonly step: 'added' | 'rewrapped' | 'dropped'
  readonly version: number
  readonly rewrapped: number
}

export interface RotationResult {
  readonly version: number
  readonly rewrapped: number
  /** Records that did not open under the key that they name; as long as there are any, old versions are kept. */
  readonly unreadable: readonly string[]
  /** Other versions still in the keyring. With a key file the list is empty unless records are unreadable. */
  readonly remaining: readonly number[]
}

/** Thrown when the operator must provide a new master key first; the message explains how. */
export class NothingToRotate extends Error {
  override readonly name = 'NothingToRotate'
}

/**
 * Rotates the master key, or finishes an interrupted rotation. A key file gets a new version automatically; with an
 * environment value or a command the operator first adds the new key ("2:new,1:old") for every process.
 */
export async function rotateMasterKey(deps: RotationDeps): Promise<RotationResult> {
  const { store, masterKey, onProgress } = deps
  const { current: version } = await withMasterLock(store, () => addVersion(deps))
  await onProgress?.({ step: 'added', version, rewrapped: 0 })
  const tally: Tally = { rewrapped: 0, unreadable: [] }
  await rewrapDataKeys(deps, version, tally)
  await resealPeppers(deps, version, tally)
  await withMasterLock(store, (db) => dropUnused(masterKey, version, createVaultRepository(db)))
  await onProgress?.({ step: 'dropped', version, rewrapped: tally.rewrapped })
  const remaining = [...masterKey.keyring().keys.keys()].filter((known) => known !== version)
  return { version, ...tally, remaining }
}

interface Tally {
  rewrapped: number
  readonly unreadable: string[]
}

async function addVersion({ masterKey, randomBytes }: RotationDeps): Promise<Keyring> {
  const known = await masterKey.refresh()
  // more than one version: this run finishes an interrupted rotation
  if (known.keys.size > 1) return known
  if (!masterKey.write)
    throw new NothingToRotate(
      `The master key has one version. Put a new one before it ("${known.current + 1}:<base64>,${known.current}:<base64>"), restart every process, and run the rotation again.`,
    )
  const current = known.current + 1
  const extended = { current, keys: new Map([...known.keys, [current, newMasterKey(randomBytes)] as const]) }
  await masterKey.write(extended)
  return extended
}

async function dropUnused(
  masterKey: MasterKey,
  version: number,
  rows: { masterVersionsInUse(): Promise<number[]> },
): Promise<void> {
  const known = await masterKey.refresh()
  if (!masterKey.write || known.current !== version) return
  const inUse = new Set(await rows.masterVersionsInUse())
  const retained = [...known.keys].filter(([known]) => known === version || inUse.has(known))
  if (retained.length < known.keys.size) await masterKey.write({ current: version, keys: new Map(retained) })
}

async function rewrapDataKeys(deps: RotationDeps, version: number, tally: Tally): Promise<void> {
  const { store, batchRows = rowsPerBatch } = deps
  const rows = createVaultRepository(store.db)
  for (let after = ''; ; ) {
    const batch = await rows.dataKeysBefore(version, { after, limit: batchRows })
    const last = batch.at(-1)
    if (!last) return
    const renewed = await renewAll(deps, batch, {
      version,
      tally,
      sealedOf: (row: DataKeyRow) => row.wrapped,
      labelOf: (row) => dataKeyLabel(row.accountId),
    })
    await store.db.transaction().execute(async (db) => {
      const transactionRows = createVaultRepository(db)
      for (const { row, sealed } of renewed) {
        if (await transactionRows.rewrap({ ...row, wrapped: sealed, masterVersion: version }, row)) tally.rewrapped++
      }
    })
    after = last.accountId
    await deps.onProgress?.({ step: 'rewrapped', version, rewrapped: tally.rewrapped })
    // on a synchronous database, calls would otherwise wait until all batches are done
    await setImmediate()
  }
}

async function resealPeppers(deps: RotationDeps, version: number, tally: Tally): Promise<void> {
  const rows = createPeppersRepository(deps.store.db)
  const old = (await rows.list()).filter((row) => row.masterVersion < version)
  const renewed = await renewAll(deps, old, {
    version,
    tally,
    sealedOf: (row: PepperRow) => row.sealed,
    labelOf: (row) => pepperLabel(row.version),
  })
  for (const { row, sealed } of renewed) {
    if (await rows.reseal({ ...row, sealed, masterVersion: version }, row)) tally.rewrapped++
    await deps.onProgress?.({ step: 'rewrapped', version, rewrapped: tally.rewrapped })
  }
}

interface Renewal<Row> {
  readonly version: number
  readonly tally: Tally
  sealedOf(row: Row): Uint8Array
  labelOf(row: Row): Label
}

/** Opens each row under its own master key and seals it under the new one. Rows that do not open are only recorded. */
async function renewAll<Row extends { readonly masterVersion: number }>(
  parts: RotationDeps,
  rows: readonly Row[],
  { version, tally, sealedOf, labelOf }: Renewal<Row>,
): Promise<{ row: Row; sealed: Buffer }[]> {
  const masterSeal = createMasterSeal(parts)
  const renewed: { row: Row; sealed: Buffer }[] = []
  for (const row of rows) {
    const label = labelOf(row)
    const plain = await masterSeal.open(sealedOf(row), label, row.masterVersion).catch(ignoreSealError)
    if (plain) renewed.push({ row, sealed: await masterSeal.sealUnder(version, label, plain) })
    else tally.unreadable.push(label.join(' / '))
  }
  return renewed
}

function ignoreSealError(error: unknown): undefined {
  if (!(error instanceof SealError)) throw error
}
