// One call of each endpoint. Model names are examples of what an upstream may offer.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'
import { audioExamples } from './examples/audio.ts'
import { batchExamples } from './examples/batches.ts'
import { fileExamples } from './examples/files.ts'
import { fineTuningJobExamples } from './examples/fine-tuning-jobs.ts'
import { judgementExamples } from './examples/judgement.ts'
import { modelExamples } from './examples/models.ts'
import { ollamaExamples } from './examples/ollama.ts'
import { textExamples } from './examples/text.ts'
import { videoExamples } from './examples/video.ts'

export const examples = defineExamples(endpoints, {
  ...textExamples,
  ...audioExamples,
  ...fileExamples,
  ...batchExamples,
  ...fineTuningJobExamples,
  ...judgementExamples,
  ...modelExamples,
  ...ollamaExamples,
  ...videoExamples,
})
