// Lists the language pairs of an Apertium installation, one file per pair in its folder of modes (SOURCES 5.1).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A pair that Apertium translates directly. */
export interface Mode {
  /** The name of the file, such as `spa-cat`. */
  readonly name: string
  /** Base language. */
  readonly source: string
  /** BCP 47. */
  readonly target: string
}

/** ISO 639-1 codes by ISO 639-3, which Apertium uses except for older pairs. */
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

/** Folders that may have the programs of a mode. */
export const programFolders = ['/usr/local/bin', '/usr/bin', '/bin']

/**
 * The usable modes; empty if the folder is missing. Excludes modes of dialects and spelling norms, and modes with a
 * missing program: pairs recommend such packages as `cg3` without requiring them.
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

/** True if all programs are installed. A mode is a shell line: programs with their arguments, separated by bars. */
function hasPrograms(file: string, folders: readonly string[]): boolean {
  const names = readFileSync(file, 'utf8')
    .split('|')
    .map((part) => part.trim().replace(/\s.*/s, ''))
  return names.every((name) => name.startsWith('/') || folders.some((folder) => existsSync(join(folder, name))))
}

const codeOf = (name: string) => shortCodes[name] ?? name
