// Recognises passwords and user names that attackers try first, by their hashes: callers send nothing else of a
// password.
import { readFileSync } from 'node:fs'
import { canonicalHash } from '../identity/hash.ts'

let hashes: ReadonlySet<string> | undefined

/** Reports whether a hash in either form, or a user name in plain text, is one of the most common ones. */
export function isCommon(hash: string | undefined, plain?: string): boolean | undefined {
  const canonical = hash && canonicalHash(hash)
  if (!canonical && plain === undefined) return undefined
  if (plain !== undefined && commonWords.includes(plain.toLowerCase())) return true
  hashes ??= new Set(
    readFileSync(new URL('../../seed/common-words.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  return canonical ? hashes.has(canonical) : false
}

/** Plain text of the hashes in `seed/common-words.txt`, line by line. */
export const commonWords: readonly string[] = (
  '000000 111111 112233 121212 123123 123321 1234 12345 123456 1234567 12345678 123456789 1234567890 1q2w3e4r 654321 ' +
  '666666 987654321 abc123 admin administrator asdfgh changeme default dragon football guest iloveyou letmein login ' +
  'master monkey password password1 passw0rd princess qwerty qwerty123 qwertyuiop root secret shadow sunshine superman ' +
  'test test123 trustno1 user welcome zxcvbnm'
).split(' ')
