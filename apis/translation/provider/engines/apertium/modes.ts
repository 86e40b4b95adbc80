// The language pairs of an installation of Apertium: a file for each in its folder of modes (SOURCES 5.1).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Where the programs of a mode may be. */
export const programFolders = ['/usr/local/bin', '/usr/bin', '/bin']

/**
 * None where the folder is missing. Modes of dialects and spelling norms are left out, and those of which a program is
 * not installed: pairs recommend such packages as `cg3` without requiring them.
 */
export function modesIn(folder: string, programs: readonly string[] = programFolders): Mode[] {
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
    if (variant === undefined || !hasPrograms(join(folder, file), programs)) return []
    return [{ name, source: codeOf(source), target: variant }]
  })
}

/** A mode is the line of a shell: programs with their arguments between bars. */
function hasPrograms(file: string, folders: readonly string[]): boolean {
  const names = readFileSync(file, 'utf8')
    .split('|')
    .map((part) => part.trim().split(/\s/)[0] ?? '')
  return names.every((name) => name.startsWith('/') || folders.some((folder) => existsSync(join(folder, name))))
}

const codeOf = (name: string) => shortCodes[name] ?? name
