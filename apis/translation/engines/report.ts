// Reports which engines translate and correct on this machine, and how well: translation on twelve of our own sentences
// in nine languages (`check/sentences.tsv`), spelling on twelve with two mistakes each in eight (`check/misspelt.tsv`).
// A model of model routing is named but not checked, because it is called through a running gateway.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type CheckedEngine, defineEngines, type EngineFolders, type PresentEngine } from '#define/engines'
import { present } from '#define/present'
import { engineFile, engineVersion, isInstalled } from '#provider'
import { apertiumFolder, createApertiumEngines } from '../provider/engines/apertium/engine.ts'
import type { Engine } from '../provider/engines/engine.ts'
import { createFfmpeg } from '../provider/engines/ffmpeg/ffmpeg.ts'
import { createFirefoxEngines } from '../provider/engines/firefox/engine.ts'
import { card } from '../provider/engines/firefox/thread.ts'
import { card as harper } from '../provider/engines/harper/harper.ts'
import { createSpelling } from '../provider/engines/hunspell/spelling.ts'
import { createSampleEngine } from '../provider/engines/sample.ts'
import { createWordForms } from '../provider/glossaries/word-forms.ts'
import { readSettings } from '../provider/settings.ts'
import { readLexicon } from '../seed/lexicon.ts'
import { measure, type TextsInTwo } from './check/measure.ts'
import { measureCorrections } from './check/spelling.ts'

const quiet = { warn: () => undefined }

export default defineEngines({
  async present(folders) {
    const { engines, close, model } = openEngines(folders)
    const present = (kind: string, one: Pick<PresentEngine, 'name' | 'version' | 'folder'>) => {
      const pairs = engines.filter(({ label }) => label.startsWith(kind)).map(pairOf)
      return pairs.length === 0 ? [] : [{ ...one, serves: listed(pairs) }]
    }
    await close()
    return [
      ...present('fxtranslate', {
        name: 'fxtranslate',
        version: engineVersion(folders.enginesFolder, card, 'fxtranslate'),
        folder: folders.modelsFolder,
      }),
      ...(model === undefined
        ? []
        : [{ name: `model ${model}`, version: undefined, folder: undefined, serves: 'through model routing' }]),
      ...present('apertium', { name: 'apertium', version: apertiumVersion(), folder: apertiumFolder }),
      ...(isInstalled(folders.enginesFolder, harper)
        ? [
            {
              name: harper.name,
              version: engineVersion(folders.enginesFolder, harper, 'harper.js'),
              folder: engineFile(folders.enginesFolder, harper, 'harper.js'),
              serves: 'corrections of English',
            },
          ]
        : []),
      ...(readSettings(folders.config).ffmpeg && createFfmpeg({ log: quiet })
        ? [
            {
              name: 'ffmpeg',
              version: undefined,
              folder: undefined,
              serves: 'FLAC, MP3 and Opus of voice, and speech as Opus',
            },
          ]
        : []),
      ...openSpelling(folders).dictionaries.map(({ language, path }) => ({
        name: `spelling ${language}`,
        version: undefined,
        folder: dirname(path),
        serves: `spelling of ${language}`,
      })),
      { name: 'sample lexicon', version: undefined, folder: undefined, serves: 'eight languages, as a sample' },
    ]
  },
  async *check(folders) {
    const sentences = readSentences()
    const { engines, close } = openEngines(folders)
    try {
      for (const engine of engines)
        for (const source of engine.sources)
          for (const target of engine.targets) {
            const [texts, references] = [sentences.get(source), sentences.get(target)]
            if (!texts || !references || source === target) continue
            const figures = await figuresOf(engine, { source, target, texts, references })
            yield { name: engine.label, serves: `${source} to ${target}`, figures }
          }
    } finally {
      await close()
    }
    yield* checkSpelling(folders)
  },
})

/** Checks each dictionary as a call for its language would use it. */
async function* checkSpelling(folders: EngineFolders): AsyncGenerator<CheckedEngine> {
  const spelling = openSpelling(folders)
  // variants that share files are measured once
  const byFile = Map.groupBy(spelling.dictionaries, ({ file }) => file)
  for (const { language } of [...byFile.values()].flatMap(([first]) => first ?? [])) {
    const measured = await measureCorrections(spelling, language).catch(() => undefined)
    const name = `spelling ${language}`
    if (!measured) yield { name, serves: `spelling of ${language}`, figures: {} }
    else {
      const { corrected, mistaken, changed, p50Ms } = measured
      const figures = { '% corrected': corrected, '% mistaken': mistaken, '% right words changed': changed }
      yield { name, serves: `spelling of ${language}`, figures: { ...figures, 'p50 ms': p50Ms } }
    }
  }
}

/** The figures of an engine; empty if it fails, for example on an unreadable model. */
async function figuresOf(engine: Engine, texts: TextsInTwo): Promise<Record<string, number>> {
  try {
    const { chrf2, copying, p50Ms } = await measure(engine, texts)
    return { chrF2: chrf2, 'of copying': copying, 'p50 ms': p50Ms }
  } catch {
    return {}
  }
}

/** The engines, in the order of the provider. */
function openEngines({ enginesFolder, modelsFolder, config }: EngineFolders) {
  const settings = readSettings(config)
  const firefox = createFirefoxEngines({ enginesFolder, modelsFolder, log: quiet })
  const apertium = settings.apertium ? createApertiumEngines(quiet) : undefined
  const lexicon = readLexicon()
  const sample = createSampleEngine(lexicon, createWordForms(lexicon))
  const engines: Engine[] = [...firefox.engines, ...(apertium?.engines ?? []), sample]
  return {
    engines,
    model: settings.model?.name,
    async close() {
      apertium?.close()
      await firefox.close()
    },
  }
}

const openSpelling = ({ modelsFolder, config }: EngineFolders) =>
  createSpelling({ modelsFolder, log: quiet, isOn: readSettings(config).hunspell })

const pairOf = ({ sources, targets }: Engine) => `${sources.join(' ')}-${present(targets[0])}`

/** The pairs, or their number if there are many. */
const listed = (pairs: readonly string[]) =>
  pairs.length <= 12 ? pairs.join(', ') : `${pairs.length} pairs, such as ${pairs.slice(0, 6).join(', ')}`

function apertiumVersion(): string | undefined {
  try {
    const said = execFileSync('apertium', ['-V'], {
      encoding: 'utf8',
      timeout: 5000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /(?<!\d)\d+(?:\.\d+)+/.exec(said)?.[0]
  } catch {
    return undefined
  }
}

/** Sentences by language; those at the same index translate each other. */
function readSentences(): Map<string, string[]> {
  const text = readFileSync(new URL('./check/sentences.tsv', import.meta.url), 'utf8')
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return new Map(head.map((language, column) => [language, rows.map((row) => present(row[column]))]))
}
