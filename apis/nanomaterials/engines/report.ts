// Reports the engines that read structures.
import { defineEngines } from '#define/engines'
import { engineFile, engineVersion, isInstalled, readEngineCard } from '#provider'

const indigo = readEngineCard(new URL('./indigo/', import.meta.url))
const indigoPackage = 'indigo-ketcher'

export default defineEngines({
  async present({ enginesFolder }) {
    const rdKit = { name: 'RDKit', version: undefined, folder: undefined, serves: 'SMILES and MOL blocks' }
    if (!isInstalled(enginesFolder, indigo)) return [rdKit]
    const version = engineVersion(enginesFolder, indigo, indigoPackage)
    const folder = engineFile(enginesFolder, indigo, indigoPackage)
    return [rdKit, { name: indigo.name, version, folder, serves: 'InChI' }]
  },
})
