// The migrations in order, by name.
import state from './0001-state.ts'
import voice from './0002-voice.ts'
import voiceJobs from './0003-voice-jobs.ts'
import memoryKeys from './0004-keys-of-memory-jobs.ts'
import segments from './0005-segments.ts'

export const migrations = {
  '0001-state': state,
  '0002-voice': voice,
  '0003-voice-jobs': voiceJobs,
  '0004-keys-of-memory-jobs': memoryKeys,
  '0005-segments': segments,
}
