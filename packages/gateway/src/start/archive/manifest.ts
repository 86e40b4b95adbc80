// The manifest of a backup: what it holds, with sums, and a probe of the master key that also vouches for the rest.
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/schema'
import type { Keyring } from '../../account/vault/keyring.ts'
import { open, type RandomBytes, SealError, seal } from '../../account/vault/seal.ts'
import { ArchiveRefused } from './archive-refused.ts'

export const manifestName = 'manifest.json'
const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const sum = Type.String({ pattern: '^[0-9a-f]{64}$' })

const manifestSchema = Type.Object({
  format: Type.Literal(1),
  version: text,
  madeAt: text,
  database: Type.Enum(['sqlite', 'postgres']),
  migrations: Type.Array(text),
  tables: Type.Array(
    Type.Object({
      name: text,
      kind: Type.Enum(['table', 'virtual', 'shadow']),
      columns: Type.Array(text),
      rows: count,
      sha256: Type.Optional(sum),
      lastId: Type.Optional(count),
    }),
  ),
  files: Type.Array(Type.Object({ name: text, bytes: count, sha256: sum })),
  key: Type.Optional(Type.Object({ salt: text, sealed: text })),
  probes: Type.Array(Type.Object({ masterVersion: Type.Integer({ minimum: 1 }), sealed: text })),
})
export type Manifest = Type.Static<typeof manifestSchema>
export type SavedTable = Manifest['tables'][number]

const validator = Compile(manifestSchema)
const mostBytes = 64 * 1024 * 1024
const probeLabel = (version: number) => ['backup', version]

/** Reads a manifest. Throws ArchiveRefused for anything else. */
export async function readManifest(content: AsyncIterable<Buffer>): Promise<Manifest> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) throw new ArchiveRefused('The manifest of the backup is too long.')
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (!isManifest(value))
    throw new ArchiveRefused('The manifest of the backup is of another version. Restore with the program that made it.')
  return value
}

function isManifest(value: unknown): value is Manifest {
  return validator.Check(value)
}

/** Adds a probe for each version of the master key: only that key opens it, and only for this manifest. */
export function withProbes(
  content: Omit<Manifest, 'probes'>,
  { keyring, versions, randomBytes }: ProbeKeys & { readonly randomBytes: RandomBytes },
): Manifest {
  const probes = versions.map((masterVersion) => {
    const key = keyring.keys.get(masterVersion)
    if (!key) throw new ArchiveRefused(`Version ${masterVersion} of the master key is missing.`)
    const sealed = seal(key, probeLabel(masterVersion), { plain: digestOf(content), randomBytes })
    return { masterVersion, sealed: sealed.toString('base64') }
  })
  return { ...content, probes }
}
interface ProbeKeys {
  readonly keyring: Keyring
  /** Versions under which the database is sealed. */
  readonly versions: readonly number[]
}

/** Throws ArchiveRefused unless these master keys open every probe, and the manifest is the one that they vouch for. */
export function checkProbes({ probes, ...content }: Manifest, { keys }: Keyring): void {
  for (const { masterVersion, sealed } of probes) {
    const key = keys.get(masterVersion)
    if (!key || !opens(key, masterVersion, { sealed, digest: digestOf(content) }))
      throw new ArchiveRefused(
        `This is not the master key of the backup (version ${masterVersion}). Set the one with which it was made.`,
      )
  }
}

function opens(
  key: Parameters<typeof open>[0],
  version: number,
  { sealed, digest }: { readonly sealed: string; readonly digest: Buffer },
): boolean {
  try {
    return open(key, probeLabel(version), Buffer.from(sealed, 'base64')).equals(digest)
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

function digestOf(content: Omit<Manifest, 'probes'>): Buffer {
  const { format, version, madeAt, database, migrations, tables, files, key } = content
  return createHash('sha256')
    .update(JSON.stringify([format, version, madeAt, database, migrations, tables, files, key ?? null]))
    .digest()
}
