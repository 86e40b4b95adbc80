// Loaded before every test file: makes property tests draw the same cases in each run.
import fc from 'fast-check'
import { testSeed } from './seed.ts'

fc.configureGlobal({ seed: testSeed })
