/** Thrown for a backup that cannot be made or restored. The message tells the operator what to do. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused'
}
