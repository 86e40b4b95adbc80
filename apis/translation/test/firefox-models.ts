// A folder of models as an operator has them, in both layouts, with the hand-made model in each; and the engine that
// runs them, where it has been added to `.engines`, which
// `node packages/cli/gatehouse.js engines add fxtranslate --data .engines` does. Under CI=true it has to be there.
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createTinyModel } from './tiny-model.ts'

export const enginesFolder = resolve(import.meta.dirname, '../../../.engines/engines')
export const hasFxTranslate = existsSync(join(enginesFolder, 'fxtranslate'))
if (!hasFxTranslate && process.env.CI === 'true')
  throw new Error(`no fxtranslate in ${enginesFolder}, and under CI nothing is left out`)

const words = {
  'en es': { the: 'el', The: 'El', black: 'negro', cat: 'gato', eats: 'come', a: 'un', house: 'casa', today: 'hoy' },
  'es en': { el: 'the', El: 'The', negro: 'black', gato: 'cat', come: 'eats', hoy: 'today' },
  'en fr': { the: 'le', The: 'Le', black: 'noir', cat: 'chat', eats: 'mange', today: 'aujourdhui' },
}

/** Folders `enes` and `enfr` of the one layout, and `es-en` of the other. */
export function writeModels(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-models-'))
  const write = (name: string, files: Readonly<Record<string, Buffer>>) => {
    mkdirSync(join(folder, name))
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, name, file), bytes)
  }
  for (const pair of ['en es', 'en fr'] as const) {
    const { model, vocab } = createTinyModel(words[pair])
    const name = pair.replace(' ', '')
    write(name, { [`model.${name}.intgemm.alphas.bin`]: model, [`vocab.${name}.spm`]: vocab })
  }
  const { model, vocab } = createTinyModel(words['es en'])
  write('es-en', { 'model.bin': model, 'srcvocab.spm': vocab, 'trgvocab.spm': vocab })
  return folder
}
