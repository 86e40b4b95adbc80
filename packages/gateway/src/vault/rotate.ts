// Online rotation of the master key. Three steps, each of which leaves everything readable, so that it may be killed at
// any point and started again: add a new version to the keyring, rewrap what is under older ones in small batches
// while calls go on, drop the versions that nothing uses any more.
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

export interface RotationParts {
  readonly store: Store
  readonly masterKey: MasterKey
  readonly randomBytes: RandomBytes
  /** Told after each step and batch. What it throws ends the rotation there, as a crash would. */
  readonly onProgress?: (progress: RotationProgress) => void | Promise<void>
  readonly batchRows?: number
}

/** `rewrapped` counts the records of this run that are now under `version`. */
export interface RotationProgress {
  readonly step: 'added' | 'rewrapped' | 'dropped'
  readonly version: number
  readonly rewrapped: number
}

export interface RotationResult {
  readonly version: number
  readonly rewrapped: number
  /** Records that did not open under the key they name; while there are any, old versions are kept. */
  readonly unreadable: readonly string[]
  /** Versions still in the keyring beside the current one. With a key file there are none unless records are unreadable. */
  readonly remaining: readonly number[]
}

/** The operator has to give a new master key first; the message says how. */
export class NothingToRotate extends Error {
  override readonly name = 'NothingToRotate'
}

/**
 * Rotates the master key, or finishes a rotation that was broken off. A key file gets a new version by itself; with an
 * environment value or a command the operator first adds the new key ("2:new,1:old") for every process.
 */
export async function rotateMasterKey(parts: RotationParts): Promise<RotationResult> {
  const { store, masterKey, onProgress } = parts
  const { current: version } = await withMasterLock(store, () => addVersion(parts))
  await onProgress?.({ step: 'added', version, rewrapped: 0 })
  const tally: Tally = { rewrapped: 0, unreadable: [] }
  await rewrapDataKeys(parts, version, tally)
  await resealPeppers(parts, version, tally)
  await withMasterLock(store, (db) => dropUnused(masterKey, version, createVaultRepository(db)))
  await onProgress?.({ step: 'dropped', version, rewrapped: tally.rewrapped })
  const remaining = [...masterKey.keyring().keys.keys()].filter((known) => known !== version)
  return { version, ...tally, remaining }
}

interface Tally {
  rewrapped: number
  readonly unreadable: string[]
}

async function addVersion({ masterKey, randomBytes }: RotationParts): Promise<Keyring> {
  const known = await masterKey.refresh()
  // More than one version: a rotation is not finished, and this run finishes it.
  if (known.keys.size > 1) return known
  if (!masterKey.write)
    throw new NothingToRotate(
      `The master key has one version. Put a new one before it ("${known.current + 1}:<base64>,${known.current}:<base64>"), restart every process, and rotate again.`,
    )
  const current = known.current + 1
  const grown = { current, keys: new Map([...known.keys, [current, newMasterKey(randomBytes)] as const]) }
  await masterKey.write(grown)
  return grown
}

async function dropUnused(
  masterKey: MasterKey,
  version: number,
  rows: { masterVersionsInUse(): Promise<number[]> },
): Promise<void> {
  const known = await masterKey.refresh()
  if (!masterKey.write || known.current !== version) return
  const inUse = new Set(await rows.masterVersionsInUse())
  const kept = [...known.keys].filter(([known]) => known === version || inUse.has(known))
  if (kept.length < known.keys.size) await masterKey.write({ current: version, keys: new Map(kept) })
}

async function rewrapDataKeys(parts: RotationParts, version: number, tally: Tally): Promise<void> {
  const { store, batchRows = rowsPerBatch } = parts
  const rows = createVaultRepository(store.db)
  for (let after = ''; ; ) {
    const batch = await rows.dataKeysBefore(version, { after, limit: batchRows })
    const last = batch.at(-1)
    if (!last) return
    const renewed = await renewAll(parts, batch, {
      version,
      tally,
      sealedOf: (row: DataKeyRow) => row.wrapped,
      labelOf: (row) => dataKeyLabel(row.accountId),
    })
    await store.db.transaction().execute(async (db) => {
      const within = createVaultRepository(db)
      for (const { row, sealed } of renewed) {
        if (await within.rewrap({ ...row, wrapped: sealed, masterVersion: version }, row)) tally.rewrapped++
      }
    })
    after = last.accountId
    await parts.onProgress?.({ step: 'rewrapped', version, rewrapped: tally.rewrapped })
    // A synchronous database would otherwise keep calls waiting from batch to batch.
    await setImmediate()
  }
}

async function resealPeppers(parts: RotationParts, version: number, tally: Tally): Promise<void> {
  const rows = createPeppersRepository(parts.store.db)
  const old = (await rows.list()).filter((row) => row.masterVersion < version)
  const renewed = await renewAll(parts, old, {
    version,
    tally,
    sealedOf: (row: PepperRow) => row.sealed,
    labelOf: (row) => pepperLabel(row.version),
  })
  for (const { row, sealed } of renewed) {
    if (await rows.reseal({ ...row, sealed, masterVersion: version }, row)) tally.rewrapped++
    await parts.onProgress?.({ step: 'rewrapped', version, rewrapped: tally.rewrapped })
  }
}

interface Renewal<Row> {
  readonly version: number
  readonly tally: Tally
  sealedOf(row: Row): Uint8Array
  labelOf(row: Row): Label
}

/** Opens each row under its own master key and seals it under the new one; rows that do not open are noted and left. */
async function renewAll<Row extends { readonly masterVersion: number }>(
  parts: RotationParts,
  rows: readonly Row[],
  { version, tally, sealedOf, labelOf }: Renewal<Row>,
): Promise<{ row: Row; sealed: Buffer }[]> {
  const masterSeal = createMasterSeal(parts)
  const renewed: { row: Row; sealed: Buffer }[] = []
  for (const row of rows) {
    const label = labelOf(row)
    const plain = await masterSeal.open(sealedOf(row), label, row.masterVersion).catch(onlySealErrors)
    if (plain) renewed.push({ row, sealed: await masterSeal.sealUnder(version, label, plain) })
    else tally.unreadable.push(label.join(' / '))
  }
  return renewed
}

function onlySealErrors(error: unknown): undefined {
  if (!(error instanceof SealError)) throw error
}
