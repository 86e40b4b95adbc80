// Reads InChI with Indigo (WebAssembly), an engine that the operator adds: RDKit's build for JavaScript writes InChI
// and cannot read it. A structure from Indigo counts only if RDKit writes the same InChI for it.
import { pathToFileURL } from 'node:url'
import { EngineUnusable, engineFile, isInstalled, readEngineCard, readEngineFile } from '#provider'
import type { RdKit } from './rdkit.ts'
import { readStructure } from './read-structure.ts'
import type { ReadStructure } from './tasks.ts'

const card = readEngineCard(new URL('../../engines/indigo/', import.meta.url))
const program = 'indigo-ketcher/indigo-ketcher-separate-wasm-norender.js'
const binary = 'indigo-ketcher/indigo-ketcher-norender-1.46.0.wasm'

/** The parts of Indigo in use. */
interface Indigo {
  readonly MapStringString: new () => { delete(): void }
  /** Throws if the text is not a structure. */
  convert(text: string, format: string, options: object): string
}

export interface InchiReader {
  /** Reads an InChI; undefined if it is invalid or cannot be read without loss. */
  read(kit: RdKit, inchi: string): ReadStructure | undefined
}

/** Loads the reader; undefined unless the engine has been added unchanged. */
export async function loadInchiReader(enginesFolder: string): Promise<InchiReader | undefined> {
  if (!isInstalled(enginesFolder, card)) return undefined
  const indigo = await loadIndigo(enginesFolder).catch((error: unknown) => {
    if (error instanceof EngineUnusable) return undefined
    throw error
  })
  return indigo && readerOf(indigo)
}

function readerOf(indigo: Indigo): InchiReader {
  return {
    read(kit, inchi) {
      const smiles = smilesOf(indigo, inchi)
      const structure = smiles === undefined ? undefined : readStructure(kit, smiles)
      return structure?.inchi === inchi ? structure : undefined
    },
  }
}

/** Loads Indigo. Throws EngineUnusable if its files have changed since they were added. */
export async function loadIndigo(enginesFolder: string): Promise<Indigo> {
  await readEngineFile(enginesFolder, card, program)
  const wasmBinary = await readEngineFile(enginesFolder, card, binary)
  const { default: make }: { default: (options: object) => Promise<Indigo> } = await import(
    pathToFileURL(engineFile(enginesFolder, card, program)).href
  )
  const ignore = () => undefined
  return make({ wasmBinary, print: ignore, printErr: ignore })
}

/** Returns SMILES, because the stereochemistry of a MOL block would need coordinates. */
function smilesOf(indigo: Indigo, inchi: string): string | undefined {
  const options = new indigo.MapStringString()
  try {
    return indigo.convert(inchi, 'smiles', options)
  } catch (error) {
    // its memory is corrupt after a trap
    if (error instanceof Error && error.name === 'RuntimeError') throw error
    return undefined
  } finally {
    options.delete()
  }
}
