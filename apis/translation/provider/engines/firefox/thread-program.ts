// The program of the models' thread, which translates one text at a time. It loads the library once and the models on
// use.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { engineFile, readEngineFile } from '#provider'
import { serveTasks } from '#provider/run'
import { card, program, type TranslateTask } from './thread.ts'

/** The part of fxtranslate in use. */
interface FxTranslate {
  readonly Translator: new (model: Uint8Array, sourceVocab: Uint8Array, targetVocab: Uint8Array) => LoadedModel
}
interface LoadedModel {
  /** Translates sentence by sentence. */
  translate_long(text: string): string
  free(): void
}

/** Limit of loaded models, of some 100 MB each. */
const mostLoaded = 3
const loaded = new Map<string, LoadedModel>()
let loading: Promise<FxTranslate> | undefined

serveTasks(async (task: TranslateTask) => {
  loading ??= loadProgram(task)
  return modelOf(await loading, task).translate_long(task.text)
})

async function loadProgram({ enginesFolder }: TranslateTask): Promise<FxTranslate> {
  for (const path of Object.keys(card.files)) await readEngineFile(enginesFolder, card, path)
  return createRequire(import.meta.url)(engineFile(enginesFolder, card, program))
}

/** Loads a model in place of the least recently used one. */
function modelOf(library: FxTranslate, { model, sourceVocab, targetVocab }: TranslateTask): LoadedModel {
  const found = loaded.get(model)
  if (found) {
    loaded.delete(model)
    loaded.set(model, found)
    return found
  }
  const [oldest] = loaded
  if (oldest && loaded.size >= mostLoaded) {
    oldest[1].free()
    loaded.delete(oldest[0])
  }
  const source = readFileSync(sourceVocab)
  const target = sourceVocab === targetVocab ? source : readFileSync(targetVocab)
  const opened = new library.Translator(readFileSync(model), source, target)
  loaded.set(model, opened)
  return opened
}
