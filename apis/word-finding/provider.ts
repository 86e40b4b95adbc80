// The embedded provider: words by meaning, sound, spelling and relation, from WordNet and the CMU dictionary. The first
// call opens the lexicon, and waits for its build if necessary.
import { defineProvider } from '#define'
import api from './api.ts'

export default defineProvider(api, {
  runs: 'worker',
  open: async (kit) => (await import('./provider/open.ts')).openWordFinding(kit),
})
