// Where the gateway of an installed package keeps its data. Plain JavaScript, because the launcher imports it on
// whatever Node the machine has.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * The folder for data of this user, by the platform's convention; undefined for a user without a home folder. On Linux
 * it is that of the XDG Base Directory Specification, by which a relative XDG_DATA_HOME is ignored.
 */
export function dataFolder({ platform, env } = process, home = homeOfUser()) {
  const { XDG_DATA_HOME: xdg = '', LOCALAPPDATA: local = '' } = env
  if (platform !== 'win32' && isAbsolute(xdg)) return join(xdg, 'gatehouse')
  if (platform === 'win32' && local !== '') return join(local, 'gatehouse')
  if (home === undefined) return undefined
  if (platform === 'win32') return join(home, 'AppData', 'Local', 'gatehouse')
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'gatehouse')
    : join(home, '.local', 'share', 'gatehouse')
}

/** Throws for no user: one without a name, as in many containers, may have no home. */
function homeOfUser() {
  try {
    return homedir() || undefined
  } catch {
    return undefined
  }
}
