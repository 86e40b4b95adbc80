// Who else may use a file, by its mode. Windows has no such mode bits; there access control lists protect files.
import { accessSync, constants, type Stats } from 'node:fs'

const othersMode = 0o077

export function opensToOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & othersMode) !== 0
}

/** Whether the modes are those of a mount that nobody here can change, as orchestrators mount secrets. */
export function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}
