// The models of Firefox in the operator's folder: a folder for each direction, named as Firefox's repository of models
// does (`enes/model.enes.intgemm.alphas.bin`, `vocab.enes.spm`) or as `fxtranslate` keeps them (`en-es/model.bin`,
// `vocab.spm`). Pairs whose languages are written differently have two vocabularies, `srcvocab` and `trgvocab`
// (SOURCES 7.1).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Direction } from '../routes.ts'

export interface FirefoxModel extends Direction {
  /** The name of its folder. */
  readonly name: string
  readonly model: string
  readonly sourceVocab: string
  readonly targetVocab: string
}

/** The largest published model has some 60 MB; WebAssembly could hold no more than 4 GB. */
const mostBytes = 300_000_000
const mostFolders = 500
const folderName = /^([a-z]{2,3})-([a-z]{2,3})(?:[-_](hans|hant))?$|^([a-z]{2})([a-z]{2})$/i
/** Traditional characters have a model of their own, simplified ones are plain Chinese. */
const scripts: Readonly<Record<string, string>> = { hant: '-Hant' }

/** None where the folder is missing. Folders without a whole model are left out. */
export function firefoxModelsIn(folder: string): FirefoxModel[] {
  return namesIn(folder)
    .slice(0, mostFolders)
    .flatMap((name) => {
      const [, from, to, script, shortFrom, shortTo] = folderName.exec(name) ?? []
      const source = (from ?? shortFrom)?.toLowerCase()
      const target = (to ?? shortTo)?.toLowerCase()
      if (source === undefined || target === undefined) return []
      const files = filesIn(join(folder, name))
      return files ? [{ name, source, target: target + (scripts[script?.toLowerCase() ?? ''] ?? ''), ...files }] : []
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
