// The room that the sandboxes of an account and their snapshots take on the disk, and the limit of it.
import { fail } from '#define'
import type { SandboxesRepository, SandboxRow } from '#store'
import type { SandboxFolders } from './folders.ts'

export interface Room {
  /** Returns the bytes of a sandbox with its snapshots, as far as they are in this data folder. */
  bytesOf(row: SandboxRow): Promise<number>
  /** Fails with 'thing.conflict' if the account has no room for a copy of a folder. */
  forCopy(account: string, folder: string): Promise<void>
  /** Fails with 'thing.conflict' if the account has more than its room; looked up once a minute. */
  forCall(account: string): Promise<void>
}

interface RoomDeps {
  readonly rows: Pick<SandboxesRepository, 'list' | 'snapshots'>
  readonly folders: Pick<SandboxFolders, 'generation' | 'bytesIn'>
  /** Milliseconds that never go back. */
  readonly monotonic: () => number
  /** Bytes of an account. */
  readonly limit?: number
}

const mega = 1_000_000
const defaultLimit = 1000 * mega
/** The validity of a measurement for calls: of an account with room, and of one without. */
const holdsMs = { roomy: 60_000, full: 1000 }
const mostMeasured = 1000

/** The data that an account can delete. */
interface Part {
  readonly name: string
  readonly bytes: number
}

/** Creates the measurements of this data folder. */
export function createRoom({ rows, folders, monotonic, limit = defaultLimit }: RoomDeps): Room {
  // in order of the last measurement, so that the oldest is forgotten
  const measured = new Map<string, { readonly atMs: number; readonly parts: readonly Part[] }>()
  /** Measurements under way, which all calls of an account share. */
  const measuring = new Map<string, Promise<readonly Part[]>>()

  async function partsOf(row: SandboxRow): Promise<Part[]> {
    const { id, name, generation } = row
    const parts = [{ name: `sandbox ${name}`, bytes: await folders.bytesIn(folders.generation(id, generation)) }]
    for (const one of await rows.snapshots(id)) {
      const bytes = await folders.bytesIn(folders.generation(id, one.generation))
      parts.push({ name: `snapshot ${one.name} of ${name}`, bytes })
    }
    return parts
  }

  async function measure(account: string): Promise<readonly Part[]> {
    const parts: Part[] = []
    for (const row of await rows.list(account)) parts.push(...(await partsOf(row)))
    measured.delete(account)
    const oldest = measured.size >= mostMeasured ? measured.keys().next().value : undefined
    if (oldest !== undefined) measured.delete(oldest)
    measured.set(account, { atMs: monotonic(), parts })
    return parts
  }

  function check(parts: readonly Part[], more: number): void {
    const used = sumOf(parts)
    if (used + more <= limit) return
    const [largest = { name: 'sandbox', bytes: 0 }] = parts.toSorted((one, other) => other.bytes - one.bytes)
    const { name, bytes } = largest
    throw fail('thing.conflict', {
      reason: `The sandboxes and snapshots of the account take ${megaOf(used)} MB of ${megaOf(limit)} MB. Delete some first; the ${name} has ${megaOf(bytes)} MB.`,
    })
  }

  const holdsOf = (parts: readonly Part[]) => (sumOf(parts) > limit ? holdsMs.full : holdsMs.roomy)

  return {
    bytesOf: async (row) => sumOf(await partsOf(row)),
    forCopy: async (account, folder) => check(await measure(account), await folders.bytesIn(folder)),
    async forCall(account) {
      const known = measured.get(account)
      const isFresh = known !== undefined && monotonic() - known.atMs < holdsOf(known.parts)
      if (isFresh) {
        check(known.parts, 0)
        return
      }
      const parts = measuring.get(account) ?? measure(account).finally(() => measuring.delete(account))
      measuring.set(account, parts)
      check(await parts, 0)
    },
  }
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0)
const megaOf = (bytes: number) => Math.ceil(bytes / mega)
