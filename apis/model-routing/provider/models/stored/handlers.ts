// Handlers of stored objects and the models that result from them: files, fine-tunes, videos, lists of models, counts
// of tokens.
import { createCompaction } from './compaction.ts'
import { dropGone } from './file-store.ts'
import { createFileHandlers, type FileDeps } from './files.ts'
import { createFineTuneHandlers, createFineTunes } from './fine-tunes.ts'
import { createJobHandlers } from './fine-tuning-jobs.ts'
import { createLearning } from './learning.ts'
import { createModelHandlers, type ModelDeps } from './models.ts'
import { countMessageTokens } from './token-counts.ts'
import { dropOldUploads } from './upload-store.ts'
import { createUploadHandlers, type UploadDeps } from './uploads.ts'
import { createVideoHandlers } from './videos.ts'

type StoredModelDeps = Omit<ModelDeps, 'learning'> & FileDeps & UploadDeps

export function createStoredModels(deps: StoredModelDeps) {
  const learning = createLearning(deps)
  const fineTunes = createFineTunes(deps, learning)
  return {
    handlers: {
      ...createFileHandlers(deps),
      ...createUploadHandlers(deps),
      ...createFineTuneHandlers(deps, fineTunes),
      ...createJobHandlers(deps, fineTunes),
      ...createVideoHandlers(deps),
      ...createModelHandlers({ ...deps, learning }),
      countMessageTokens,
    },
    ...createCompaction(deps),
    /** Finds the knowledge of a fine-tuned model of the account; undefined if the account has no such model now. */
    learnedBy: learning.learnedBy,
    /** Deletes expired files and interrupted uploads of all accounts. */
    async deleteExpired(): Promise<void> {
      await dropGone(deps)
      await dropOldUploads(deps)
    },
  }
}
