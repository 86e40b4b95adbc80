// The neural engine: one run of a network that returns a mask.
import { present } from '#define/present'
import { openOnnxSession, readVerified, type Tensor } from '#provider'
import { type ColourPlanes, createPlane, type Plane, resizePlane } from '../matting/planes.ts'
import type { NetworkChoice } from './engine-choice.ts'

interface NetworkMask {
  /** Values from 0 to 1; undefined if the network sees no subject. */
  readonly mask: Plane | undefined
  /** The network and its runtime, for people. */
  readonly engine: string
}

/** A mask whose maximum is below this is empty; stretching it would make a subject of noise. */
const leastPeak = 0.2

/**
 * Runs the network. Throws EngineUnusable if a file is missing or has changed since it was added, and the runtime's
 * errors.
 */
export async function networkMask(picture: ColourPlanes, choice: NetworkChoice): Promise<NetworkMask> {
  const session = await openOnnxSession(choice.enginesFolder, await readVerified(choice.path, choice.sha256))
  const outputs = await session.run(inputOf(picture, choice))
  const output = outputs[choice.output]
  if (!output) throw new Error(`the network has no output ${choice.output}`)
  return { mask: maskOf(output, choice), engine: `${choice.name} ${session.runtime}` }
}

/** Values are first divided by the largest, which makes dark pictures as bright as others (like U²-Net's own code). */
function inputOf(picture: ColourPlanes, { size: [width, height], mean, deviation }: NetworkChoice): Tensor {
  const planes = picture.map((plane) => resizePlane(plane, width, height))
  const peak = planes.reduce((most, { data }) => data.reduce((high, value) => Math.max(high, value), most), 1e-6)
  const data = new Float32Array(3 * width * height)
  for (const [channel, plane] of planes.entries())
    for (let at = 0; at < width * height; at++)
      data[channel * width * height + at] =
        (present(plane.data[at]) / peak - present(mean[channel])) / present(deviation[channel])
  return { shape: [1, 3, height, width], data }
}

function maskOf({ shape, data }: Tensor, { values }: NetworkChoice): Plane | undefined {
  const [height = 0, width = 0] = shape.slice(-2)
  if (width * height !== data.length) throw new Error(`the network answers with ${shape.join(' × ')} values`)
  const mask = createPlane(width, height)
  const logistic = (value: number) => 1 / (1 + Math.exp(-value))
  for (let at = 0; at < data.length; at++)
    mask.data[at] = values === 'logistic' ? logistic(present(data[at])) : present(data[at])
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of mask.data) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (!(high >= leastPeak)) return undefined
  const [from, span] = values === 'stretch' ? [low, Math.max(1e-6, high - low)] : [0, 1]
  for (let at = 0; at < mask.data.length; at++)
    mask.data[at] = Math.min(1, Math.max(0, (present(mask.data[at]) - from) / span))
  return mask
}
