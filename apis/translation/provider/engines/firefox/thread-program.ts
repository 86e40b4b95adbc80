// What runs on the thread of the models: one text after another. It loads the program once and the models on use.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { engineFile, readEngineFile } from '#provider'
import { card, program, type TranslateTask } from './thread.ts'

/** The part of fxtranslate that is used. */
interface FxTranslate {
  readonly Translator: new (model: Uint8Array, sourceVocab: Uint8Array, targetVocab: Uint8Array) => LoadedModel
}
interface LoadedModel {
  /** In sentences. */
  translate_long(text: string): string
  free(): void
}

/** Each takes some 100 MB. */
const mostLoaded = 3
const enginesFolder: string = workerData.enginesFolder
const loading = loadProgram()
const loaded = new Map<string, LoadedModel>()

parentPort?.on('message', (task: TranslateTask) => {
  // what throws ends the thread: the memory of WebAssembly is not sound after a trap
  void loading.then((library) => parentPort?.postMessage(modelOf(library, task).translate_long(task.text)))
})

async function loadProgram(): Promise<FxTranslate> {
  for (const path of Object.keys(card.files)) await readEngineFile(enginesFolder, card, path)
  return createRequire(import.meta.url)(engineFile(enginesFolder, card, program))
}

/** Loads a model in place of the one that was used least recently. */
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
