// The embedded provider: words by meaning, sound, spelling and relation, from WordNet and the CMU dictionary. It opens
// the lexicon with the first call, which may have to wait until the lexicon has been built.
import { defineProvider } from '#define'
import api from './api.ts'

export default defineProvider(api, {
  runs: 'worker',
  open: async (kit) => (await import('./provider/open.ts')).openWordFinding(kit),
})
