// Engines by the models of Firefox, if the operator has added `fxtranslate` and put models into the folder. There is
// one engine per direction, and through English one for each pair of other languages.
import type { Log } from '#define'
import { isInstalled } from '#provider'
import { plainText } from '../../piece.ts'
import type { Engine, Rendering } from '../engine.ts'
import { routesOver, targetsOf } from '../routes.ts'
import type { TextCaller } from '../text-caller.ts'
import { withMarks } from './marks.ts'
import { type FirefoxModel, firefoxModelsIn } from './models.ts'
import { card, createModelThread, type ModelThread } from './thread.ts'

interface FirefoxEngines {
  readonly engines: readonly Engine[]
  close(): Promise<void>
}
interface FirefoxDeps {
  readonly enginesFolder: string
  readonly modelsFolder: string
  readonly log: Pick<Log, 'warn'>
}

/** Limit of characters, because a model reads at most 127 tokens at once, of some five letters each. */
const mostCharacters = 400

/** Creates the engines; empty if the program or the models are missing. */
export function createFirefoxEngines({ enginesFolder, modelsFolder, log }: FirefoxDeps): FirefoxEngines {
  if (!isInstalled(enginesFolder, card)) return { engines: [], close: async () => undefined }
  const thread = createModelThread({ enginesFolder, log })
  const routes = routesOver(firefoxModelsIn(modelsFolder), ['en'])
  return { engines: routes.map((route) => engineOver(route, thread)), close: thread.close }
}

function engineOver(route: readonly FirefoxModel[], thread: ModelThread): Engine {
  const translateText = async (text: string, caller: TextCaller) => {
    let done = text
    for (const model of route) done = await inParts(done, (part) => thread.translate(model, part, caller))
    return done
  }
  return {
    label: `fxtranslate ${route.map(({ name }) => name).join(' ')}`,
    isSample: false,
    isRough: false,
    hasFormality: false,
    followsInstructions: false,
    sources: [route[0]?.source ?? ''],
    targets: targetsOf(route.at(-1)?.target ?? ''),
    async translate(sentences, { account, signal }) {
      const renderings: Rendering[] = []
      for (const sentence of sentences) {
        const pieces = await withMarks(sentence, (text) => translateText(text, { account, signal }))
        const words = plainText(pieces).match(/\p{L}+/gu)?.length ?? 0
        renderings.push({ pieces, words, unknown: [] })
      }
      return renderings
    },
  }
}

/** Translates a longer text in parts that end at white space, after punctuation if possible. */
async function inParts(text: string, translate: (part: string) => Promise<string>): Promise<string> {
  let [done, rest] = ['', text]
  while (rest.length > mostCharacters) {
    const head = rest.slice(0, mostCharacters)
    const [cut = head] = /^.*[,;:.!?]\s/s.exec(head) ?? /^.*\s/s.exec(head) ?? []
    const end = /[\ud800-\udbff]$/.test(cut) ? cut.length - 1 : cut.length
    const part = rest.slice(0, end).trimEnd()
    done += (part === '' ? '' : await translate(part)) + rest.slice(part.length, end)
    rest = rest.slice(end)
  }
  return done + (rest === '' ? '' : await translate(rest))
}
