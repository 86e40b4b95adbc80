// A thread that scales one image and ends. Its input and output are in images.ts.
import { serveTasks } from '#provider/run'
import type { ImageTask } from './images.ts'
import { variantsOf } from './shrink.ts'

serveTasks(({ kind, bytes }: ImageTask) => variantsOf(kind, Buffer.from(bytes)))
