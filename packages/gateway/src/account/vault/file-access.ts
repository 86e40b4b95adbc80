// Checks by its mode who else can use a file. Windows has no such mode bits; there access control lists protect files.
import { accessSync, constants, type Stats } from 'node:fs'

const othersMode = 0o077

export function opensToOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & othersMode) !== 0
}

/** Reports whether the file is on a mount whose modes cannot be changed here, as orchestrators mount secrets. */
export function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}
