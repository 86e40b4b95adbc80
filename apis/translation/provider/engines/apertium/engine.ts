// Engines by Apertium, where it is installed: rule-based translation by programs of its own, free software under the
// GPL that is neither shipped nor linked here. There is an engine for each pair, and for each that one language leads
// to.
import type { Log } from '#define'
import { engineFailed } from '../../errors.ts'
import { hasSameMarks, joined, type Passage, type Piece } from '../../piece.ts'
import type { Engine, Rendering } from '../engine.ts'
import { isNested, pairsOf } from '../mark-pairs.ts'
import { routesOver, targetsOf } from '../routes.ts'
import { type Mode, modesIn } from './modes.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import { fromStream, toStream } from './stream.ts'

/** Where Debian and others install the modes. */
export const apertiumFolder = '/usr/share/apertium/modes'
/** Languages that others are translated through, the best first. */
const pivots = ['en', 'es', 'ca']
export interface ApertiumEngines {
  readonly engines: readonly Engine[]
  close(): void
}

/** No engines where Apertium is not installed. */
export function createApertiumEngines(log: Pick<Log, 'warn'>, folder = apertiumFolder): ApertiumEngines {
  const modes = modesIn(folder)
  const pipelines = new Map<string, Pipeline>()
  const pipelineOf = ({ name }: Mode): Pipeline => {
    const open = pipelines.get(name) ?? createPipeline({ mode: `${folder}/${name}.mode`, log })
    pipelines.set(name, open)
    return open
  }
  return {
    engines: routesOver(modes, pivots).map((route) => engineOver(route, pipelineOf)),
    close() {
      for (const pipeline of pipelines.values()) pipeline.close()
    },
  }
}

function engineOver(route: readonly Mode[], pipelineOf: (mode: Mode) => Pipeline): Engine {
  const target = route.at(-1)?.target ?? ''
  return {
    label: `apertium ${route.map(({ name }) => name).join(' ')}`,
    isSample: false,
    followsInstructions: false,
    sources: [route[0]?.source ?? ''],
    targets: targetsOf(target),
    async translate(sentences, { signal }) {
      const renderings: Rendering[] = []
      for (const sentence of sentences) {
        signal.throwIfAborted()
        renderings.push(await renderOver(route, sentence, pipelineOf))
      }
      return renderings
    },
  }
}

async function renderOver(
  route: readonly Mode[],
  sentence: Passage,
  pipelineOf: (mode: Mode) => Pipeline,
): Promise<Rendering> {
  let rendering: Rendering = { pieces: [...sentence], words: 0, unknown: [] }
  const unknown: string[] = []
  for (const mode of route) {
    rendering = await render(rendering.pieces, pipelineOf(mode))
    unknown.push(...rendering.unknown)
  }
  return { ...rendering, unknown: [...new Set(unknown)] }
}

/** With marks on their words, or between words, or else each text between two marks for itself. */
async function render(sentence: Passage, pipeline: Pipeline): Promise<Rendering> {
  const found = pairsOf(sentence)
  for (const pairs of found.length > 0 ? [found, []] : [[]]) {
    const done = fromStream(await pipeline.translate(toStream(sentence, pairs)), pairs)
    if (done && hasSameMarks(sentence, done.pieces) && isNested(sentence, done.pieces, pairs)) return done
  }
  const pieces: Piece[] = []
  const unknown: string[] = []
  let words = 0
  for (const piece of sentence) {
    if (typeof piece === 'number') {
      pieces.push(piece)
      continue
    }
    const done = fromStream(await pipeline.translate(toStream([piece])))
    if (!done) throw engineFailed('Apertium did not translate the text. Try again later.')
    pieces.push(...done.pieces)
    unknown.push(...done.unknown)
    words += done.words
  }
  return { pieces: joined(pieces), words, unknown }
}
