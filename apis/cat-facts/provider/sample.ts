// Reads the sample: facts and breeds in our words, one to a line. It is not stored: an import replaces it, for facts
// and breeds separately.
import { readFile } from 'node:fs/promises'
import type { Breed, CatRecords } from './cats/cat-data.ts'

export async function readSample(): Promise<CatRecords> {
  const [facts, breeds] = await Promise.all([linesOf('facts.txt'), linesOf('breeds.tsv')])
  return { facts, breeds: breeds.slice(1).map(readBreed) }
}

async function linesOf(name: string): Promise<string[]> {
  const text = await readFile(new URL(`../seed/${name}`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '')
}

function readBreed(line: string): Breed {
  const [breed = '', country = '', origin = '', coat = '', pattern = ''] = line.split('\t')
  return { breed, country, origin, coat, pattern }
}
