// One call of each endpoint. Model names are examples of what an upstream may offer.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'
import { audioExamples } from './examples/audio.ts'
import { fileExamples } from './examples/files.ts'
import { judgementExamples } from './examples/judgement.ts'
import { modelExamples } from './examples/models.ts'
import { textExamples } from './examples/text.ts'
import { videoExamples } from './examples/video.ts'

export const examples = defineExamples(endpoints, {
  ...textExamples,
  ...audioExamples,
  ...fileExamples,
  ...judgementExamples,
  ...modelExamples,
  ...videoExamples,
})
