// The master key within a backup, sealed under a passphrase.
import { createSecretKey, scrypt, randomBytes as systemBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Keyring, readKeyring } from '../../account/vault/keyring.ts'
import { open, SealError, seal } from '../../account/vault/seal.ts'
import { reveal, Secret } from '../../process/secret.ts'
import { ArchiveRefused } from './archive-refused.ts'
import type { Manifest } from './manifest.ts'

type SealedKeyring = NonNullable<Manifest['key']>

const label = ['backup-key']
const leastCharacters = 12
/** 128 MiB and a third of a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)

/** Reads a passphrase: the first line of a file. Throws ArchiveRefused for a short one. */
export async function readPassphrase(path: string): Promise<Secret> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new ArchiveRefused(`The passphrase file ${path} cannot be read.`)
  })
  const [passphrase = ''] = content.split(/\r?\n/, 1)
  if (passphrase.length < leastCharacters)
    throw new ArchiveRefused(`The passphrase has fewer than ${leastCharacters} characters.`)
  return new Secret(passphrase)
}

/** Seals the master key under a passphrase. */
export async function sealKeyring({ current, keys }: Keyring, passphrase: Secret): Promise<SealedKeyring> {
  const salt = systemBytes(16)
  const versions = [...keys].sort(([a]) => (a === current ? -1 : 1))
  const plain = versions.map(([version, key]) => `${version}:${key.export().toString('base64')}`).join()
  const key = createSecretKey(await derive(reveal(passphrase), salt, 32, cost))
  const sealed = seal(key, label, { plain: Buffer.from(plain), randomBytes: systemBytes })
  return { salt: salt.toString('base64'), sealed: sealed.toString('base64') }
}

/** Opens the master key. Throws ArchiveRefused for another passphrase. */
export async function openKeyring({ salt, sealed }: SealedKeyring, passphrase: Secret): Promise<Keyring> {
  const key = createSecretKey(await derive(reveal(passphrase), Buffer.from(salt, 'base64'), 32, cost))
  try {
    return readKeyring(open(key, label, Buffer.from(sealed, 'base64')).toString('utf8'), 'the backup')
  } catch (error) {
    if (error instanceof SealError) throw new ArchiveRefused('This is not the passphrase of the backup.')
    throw error
  }
}
