// Names of backups, which tell their age.

const form = /^gatehouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.zip$/

/** Returns the name of a backup made at this time. */
export function backupNameAt(nowMs: number): string {
  return `gatehouse-${new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '')}.zip`
}

/** Returns when the backup of this name was made; undefined for another name. */
export function timeOfBackup(name: string): number | undefined {
  const [, year, month, day, hour, minute, second, ms] = form.exec(name) ?? []
  if (year === undefined) return undefined
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}
