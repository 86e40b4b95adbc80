// A step of the build: makes the lexicon, so that no first call has to wait for it.
export { writePrepared as prepare } from './provider/lexicon/prepared.ts'
