// The language pairs of an installation of Apertium: a file for each in its folder of modes (SOURCES 5.1).
import { readdirSync } from 'node:fs'

/** A pair that Apertium translates directly. */
export interface Mode {
  /** The name of its file, such as `spa-cat`. */
  readonly name: string
  /** Base language. */
  readonly source: string
  /** BCP 47. */
  readonly target: string
}

/** Apertium names languages by ISO 639-3, older pairs by ISO 639-1. */
const shortCodes: Readonly<Record<string, string>> = {
  afr: 'af',
  bel: 'be',
  bul: 'bg',
  cat: 'ca',
  dan: 'da',
  eng: 'en',
  epo: 'eo',
  eus: 'eu',
  fra: 'fr',
  glg: 'gl',
  hin: 'hi',
  ind: 'id',
  isl: 'is',
  ita: 'it',
  mkd: 'mk',
  nld: 'nl',
  nno: 'nn',
  nob: 'nb',
  oci: 'oc',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  spa: 'es',
  swe: 'sv',
  ukr: 'uk',
  urd: 'ur',
}
const regions: Readonly<Record<string, string>> = { BR: 'pt-BR', US: 'en-US' }
const modeFile = /^(([a-z]{2,3})-([a-z]{2,3})(?:_([A-Z]{2}))?)\.mode$/

/** None where the folder is missing. Modes of dialects and spelling norms are left out. */
export function modesIn(folder: string): Mode[] {
  let files: string[]
  try {
    files = readdirSync(folder).sort()
  } catch {
    return []
  }
  return files.flatMap((file) => {
    const [, name, source, target, region] = modeFile.exec(file) ?? []
    if (name === undefined || source === undefined || target === undefined) return []
    const variant = region === undefined ? codeOf(target) : regions[region]
    return variant === undefined ? [] : [{ name, source: codeOf(source), target: variant }]
  })
}

const codeOf = (name: string) => shortCodes[name] ?? name
