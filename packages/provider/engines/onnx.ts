// Runs neural networks in the ONNX format, in a process of a pool: with onnxruntime-node if the operator has added it,
// otherwise with onnxruntime-web. Neither is a dependency of the project.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type EngineCard, EngineUnusable, engineFile, isInstalled, readEngineCard, readEngineFile } from './engine.ts'

const cards = {
  node: readEngineCard(new URL('./onnxruntime-node/', import.meta.url)),
  web: readEngineCard(new URL('./onnxruntime-web/', import.meta.url)),
}

/** Numbers with their shape, such as 1 × 3 × 320 × 320. */
export interface Tensor {
  readonly shape: readonly number[]
  readonly data: Float32Array
}
interface OnnxSession {
  /** Name and version for people: `onnxruntime-web 1.30.0`. */
  readonly runtime: string
  /** Runs a network with one input; returns its outputs in order. */
  run(input: Tensor): Promise<Tensor[]>
  close(): Promise<void>
}

/** True if a network can run. */
export function hasOnnxRuntime(enginesFolder: string): boolean {
  return isInstalled(enginesFolder, cards.node) || isInstalled(enginesFolder, cards.web)
}

/** Opens a session. Throws EngineUnusable if there is no runtime, or its files differ from the added ones. */
export async function openOnnxSession(enginesFolder: string, model: Uint8Array): Promise<OnnxSession> {
  const { library, runtime } = await loadRuntime(enginesFolder)
  const session = await library.InferenceSession.create(model, { intraOpNumThreads: 1, graphOptimizationLevel: 'all' })
  const [inputName = ''] = session.inputNames
  return {
    runtime,
    async run({ shape, data }) {
      const outputs = await session.run({ [inputName]: new library.Tensor('float32', data, shape) })
      return session.outputNames.flatMap((name) => {
        const output = outputs[name]
        return output?.data instanceof Float32Array ? [{ shape: output.dims, data: output.data }] : []
      })
    },
    close: () => session.release(),
  }
}

/** The interface that both runtimes share (onnxruntime-common). */
interface OnnxLibrary {
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<LibrarySession> }
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => object
  readonly env: { readonly wasm: { numThreads?: number; wasmBinary?: ArrayBuffer } }
}
interface LibrarySession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: object): Promise<Readonly<Record<string, { readonly data: unknown; readonly dims: readonly number[] }>>>
  release(): Promise<void>
}

async function loadRuntime(folder: string): Promise<{ library: OnnxLibrary; runtime: string }> {
  if (isInstalled(folder, cards.node)) {
    await checkFiles(folder, cards.node)
    const library: OnnxLibrary = createRequire(engineFile(folder, cards.node, 'onnxruntime-node/'))('onnxruntime-node')
    return { library, runtime: nameOf(folder, cards.node) }
  }
  if (!isInstalled(folder, cards.web)) throw new EngineUnusable('no runtime for neural networks has been added')
  await checkFiles(folder, cards.web)
  const program = engineFile(folder, cards.web, 'onnxruntime-web/dist/ort.wasm.bundle.min.mjs')
  const library: OnnxLibrary = await import(pathToFileURL(program).href)
  const binary = await readEngineFile(folder, cards.web, 'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm')
  library.env.wasm.numThreads = 1
  library.env.wasm.wasmBinary = new Uint8Array(binary).buffer
  return { library, runtime: nameOf(folder, cards.web) }
}

/** Checks the files for this platform; those for others are not installed. */
async function checkFiles(folder: string, card: EngineCard): Promise<void> {
  const binaries = `/${process.platform}/${process.arch}/`
  for (const path of Object.keys(card.files))
    if (!path.includes('/napi-v6/') || path.includes(binaries)) await readEngineFile(folder, card, path)
}

function nameOf(folder: string, card: EngineCard): string {
  const { version }: { version: string } = createRequire(import.meta.url)(
    engineFile(folder, card, `${card.name}/package.json`),
  )
  return `${card.name} ${version}`
}
