// `node apis/background-removal/test/bench.ts [folder of engines] [quality | times]`: how well and how fast each engine
// that is there cuts out, on seeded composites whose right alpha is known. Prints figures, and writes a sheet of
// pictures for people to look at: the picture, the mask of the engine and the cut-out on a chequered ground, a row
// for each composite. Asserts nothing, since times depend on the machine; quality.test.ts holds the figures to their
// targets.
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { openWorld as openSharedWorld } from '#provider/test'
import api from '../api.ts'
import { chooseEngines, type EngineChoice } from '../provider/engines/engine-choice.ts'
import provider from '../provider.ts'
import { type Composite, type CompositeOptions, createComposite } from './composites.ts'
import { noEngines, type TestEngine, testEngines } from './engines.ts'
import { type Measured, measure } from './measure.ts'
import { mean } from './scores.ts'
import { filePart } from './world.ts'

const folder = resolve(process.argv[2] ?? testEngines)
const part = process.argv[3]
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
const size = { width: 640, height: 480 }
const grounds: readonly (readonly [name: string, options: Omit<CompositeOptions, 'seed'>])[] = [
  ['plain', { ground: 'plain' }],
  ['textured', { ground: 'textured' }],
  ['plain, soft edge', { ground: 'plain', softness: 8 }],
  ['textured, soft edge', { ground: 'textured', softness: 14 }],
]
/** Megapixels of the picture that is sent, and the size that is asked for. */
const sent = [
  { megapixels: 1, size: 'preview' },
  { megapixels: 4, size: 'hd' },
  { megapixels: 25, size: 'full' },
  { megapixels: 50, size: '50MP' },
] as const
const rounds = 3
/** The size of one picture on the sheet. */
const thumb = { width: 200, height: 150 }

const print = (line: string) => void process.stdout.write(`${line}\n`)
const cell = (text: string | number, width = 10) => String(text).padStart(width)

const networks = chooseEngines({ enginesFolder: folder, filesFolder: undefined }).filter(isNetwork)
const engines: readonly TestEngine[] = [
  ...networks.map((choice) => ({ name: choice.name, choices: [choice] })),
  { name: 'classical', choices: [{ kind: 'classical' }] },
]
if (networks.length === 0) print('no network: node packages/cli/gatehouse.js engines add u2netp --data .engines')

function isNetwork(choice: EngineChoice) {
  return choice.kind === 'network'
}

const rows: Buffer[] = []
if (part !== 'times') await measureQuality()
if (part !== 'quality') {
  print(`\n${'engine'.padEnd(30)}${['sent MP', 'size', 's', 'memory MB'].map((name) => cell(name)).join('')}`)
  for (const enginesFolder of networks.length > 0 ? [folder, noEngines] : [noEngines]) await measureTimes(enginesFolder)
}
process.exit(0)

async function measureQuality(): Promise<void> {
  print(
    `${'engine, ground'.padEnd(36)}${['IoU least', 'IoU mean', 'error', 'refined %'].map((name) => cell(name)).join('')}`,
  )
  for (const engine of engines)
    for (const [name, options] of grounds) {
      const all: Measured[] = []
      for (const seed of seeds) {
        const composite = createComposite({ ...size, ...options, seed })
        const measured = await measure(composite, engine)
        all.push(measured)
        if (seed <= 4) rows.push(await rowOf(composite, measured))
      }
      const [ious, errors] = [all.map(({ refined }) => refined.iou), all.map(({ refined }) => refined.error)]
      const left = mean(all.map(({ rough, refined }) => refined.edgeError / rough.edgeError))
      const figures = [
        Math.min(...ious).toFixed(4),
        mean(ious).toFixed(4),
        mean(errors).toFixed(4),
        (100 * (1 - left)).toFixed(0),
      ]
      print(`${`${engine.name}, ${name}`.padEnd(36)}${figures.map((figure) => cell(figure)).join('')}`)
    }

  const sheet = join(tmpdir(), 'gatehouse-background-removal.png')
  await writeSheet(sheet)
  print(`sheet of pictures: ${sheet}`)
}

/** Seconds of a whole call, and how much memory the process of the picture takes at most. */
async function measureTimes(enginesFolder: string): Promise<void> {
  const world = await openSharedWorld(api, provider, { kit: { enginesFolder } })
  const small = createComposite({ seed: 4, ground: 'textured', ...size })
  for (const { megapixels, size: wanted } of sent) {
    const scale = Math.sqrt((megapixels * 1e6) / (size.width * size.height))
    const [width, height] = [Math.floor(size.width * scale), Math.floor(size.height * scale)]
    const picture = await rawOf(small).resize(width, height).jpeg({ quality: 90 }).toBuffer()
    const memory = watchChildren()
    const times: number[] = []
    let engine = ''
    for (let round = 0; round < rounds; round++) {
      const startedMs = performance.now()
      const body = { image_file: filePart(picture), size: wanted, format: 'jpg', bg_color: 'fff' }
      const answer = await world.ask('/bg-removal', { method: 'POST', body, account: `acc_${megapixels}_${round}` })
      if (answer.status !== 200)
        throw new Error(`${megapixels} MP answers ${answer.status} ${JSON.stringify(answer.body)}`)
      times.push((performance.now() - startedMs) / 1000)
      engine = String(answer.headers['x-gateway-engine'])
    }
    const median = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0
    print(
      `${engine.padEnd(30)}${[megapixels, wanted, median.toFixed(2), memory()].map((value) => cell(value)).join('')}`,
    )
  }
  await world.close()
}

/** The largest resident memory of any child process, in MB, as Linux tells. */
function watchChildren(): () => number {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        if (!status.includes(`\nPPid:\t${process.pid}\n`)) continue
        most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
      } catch {
        // it has ended
      }
  }, 20)
  return () => {
    clearInterval(timer)
    return Math.round(most)
  }
}

function rawOf({ width, height, rgb }: Composite) {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
}

async function rowOf(composite: Composite, { mask, cutOut }: Measured): Promise<Buffer> {
  const { width, height } = composite
  const grey = Uint8Array.from(mask.data, (value) => Math.round(255 * value))
  const onSquares = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const isDark = ((((at % width) >> 4) ^ (Math.floor(at / width) >> 4)) & 1) === 1
    const share = (cutOut[at * 4 + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++)
      onSquares[at * 3 + channel] = share * (cutOut[at * 4 + channel] ?? 0) + (1 - share) * (isDark ? 170 : 230)
  }
  const raw = { width, height, channels: 3 } as const
  const parts = [rawOf(composite), sharp(grey, { raw: { width, height, channels: 1 } }), sharp(onSquares, { raw })].map(
    (part) => part.resize(thumb.width, thumb.height).png().toBuffer(),
  )
  const tiles = (await Promise.all(parts)).map((input, at) => ({ input, left: at * thumb.width, top: 0 }))
  return blank(3 * thumb.width, thumb.height)
    .composite(tiles)
    .png()
    .toBuffer()
}

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
}

/** Two engines side by side, their rows below each other. */
async function writeSheet(path: string): Promise<void> {
  const perEngine = rows.length / engines.length
  const tiles = rows.map((input, at) => ({
    input,
    left: Math.floor(at / perEngine) * 3 * thumb.width,
    top: (at % perEngine) * thumb.height,
  }))
  await blank(engines.length * 3 * thumb.width, perEngine * thumb.height)
    .composite(tiles)
    .png()
    .toFile(path)
}
