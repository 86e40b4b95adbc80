// Reads the tables of the folder seed: tab-separated, with a line of column names; lines that begin with # are
// comments.

import { readFile } from 'node:fs/promises'
import { present } from '#define/present'

export type TableRow = Readonly<Record<string, string | undefined>>

const seed = new URL('../seed/', import.meta.url)

export async function readTable(name: string): Promise<TableRow[]> {
  const text = await readFile(new URL(name, seed), 'utf8')
  const [names = [], ...rows] = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, present(row[at])])))
}
