// The migrations in order, by name.
import state from './0001-state.ts'
import voice from './0002-voice.ts'
import voiceJobs from './0003-voice-jobs.ts'

export const migrations = { '0001-state': state, '0002-voice': voice, '0003-voice-jobs': voiceJobs }
