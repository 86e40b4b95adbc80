// Lists the Firefox models in the operator's folder: one folder per direction, with names as in Firefox's repository of
// models (`enes/model.enes.intgemm.alphas.bin`, `vocab.enes.spm`) or as in the cache of `fxtranslate`
// (`en-es/model.bin`, `vocab.spm`). Pairs with different scripts have two vocabularies, `srcvocab` and `trgvocab`
// (SOURCES 7.1).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Direction } from '../routes.ts'

export interface FirefoxModel extends Direction {
  /** The name of the folder. */
  readonly name: string
  readonly model: string
  readonly sourceVocab: string
  readonly targetVocab: string
}

/** Limit of a model: the largest published has some 60 MB, and WebAssembly holds at most 4 GB. */
const mostBytes = 300_000_000
const mostFolders = 500
const folderName = /^([a-z]{2,3})-([a-z]{2,3})(?:[-_](hans|hant))?$|^([a-z]{2})([a-z]{2})$/i

/** The models; empty if the folder is missing. Folders with an incomplete model are skipped. */
export function firefoxModelsIn(folder: string): FirefoxModel[] {
  return namesIn(folder)
    .slice(0, mostFolders)
    .flatMap((name) => {
      const [, from, to, script, shortFrom, shortTo] = folderName.exec(name) ?? []
      const source = (from ?? shortFrom)?.toLowerCase()
      const target = (to ?? shortTo)?.toLowerCase()
      if (source === undefined || target === undefined) return []
      // traditional characters have a separate model; plain Chinese is simplified
      const files = filesIn(join(folder, name))
      return files
        ? [{ name, source, target: target + (script?.toLowerCase() === 'hant' ? '-Hant' : ''), ...files }]
        : []
    })
}

function filesIn(folder: string) {
  const names = namesIn(folder)
  const find = (form: RegExp) => {
    const name = names.find((one) => form.test(one))
    return name !== undefined && isUsable(join(folder, name)) ? join(folder, name) : undefined
  }
  const model = find(/^model(?:\..+)?\.bin$/)
  const vocab = find(/^vocab(?:\..+)?\.spm$/)
  const sourceVocab = vocab ?? find(/^srcvocab(?:\..+)?\.spm$/)
  const targetVocab = vocab ?? find(/^trgvocab(?:\..+)?\.spm$/)
  return model && sourceVocab && targetVocab ? { model, sourceVocab, targetVocab } : undefined
}

function isUsable(path: string): boolean {
  try {
    const { size } = statSync(path)
    return size > 0 && size <= mostBytes
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
