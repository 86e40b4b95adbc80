// Reads the sample: activities of our own invention, one to a line. It is not stored: an import replaces it.

import { readFile } from 'node:fs/promises'
import { present } from '#define/present'
import type { Activity } from './activities/activity.ts'
import { readActivity } from './import/activity-reader.ts'

export async function readSample(): Promise<Activity[]> {
  const text = await readFile(new URL('../seed/activities.tsv', import.meta.url), 'utf8')
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const names = header.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const read = readActivity(Object.fromEntries(names.map((name, at) => [name, readCell(name, present(cells[at]))])))
    if (typeof read === 'string' || read.key === undefined) throw new Error(`${line}: ${String(read)}`)
    return { ...read, key: read.key }
  })
}

function readCell(name: string, cell: string): string | number | boolean {
  if (['availability', 'participants', 'price'].includes(name)) return Number(cell)
  return name === 'kidFriendly' ? cell === 'true' : cell
}
