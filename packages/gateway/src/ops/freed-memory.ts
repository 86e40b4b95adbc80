// Gives memory that was freed back to the system. glibc keeps it for later allocations, also what threads had that have
// ended since: some 60 MB of a gateway at rest (docs/decisions/0077). Its `malloc_trim` returns it. Node calls that
// through `node:ffi`, which is experimental; where the module or the function is missing, nothing happens.

/** Starts to look every few seconds; does not keep the process alive. */
export async function returnFreedMemory(): Promise<void> {
  const trim = await findMallocTrim()
  if (!trim) return
  const check = createTrimming({ trim, residentBytes: process.memoryUsage.rss })
  setInterval(check, checkMs).unref()
}

const checkMs = 3000
/** Less than this is not worth the look at all arenas. */
const noticeableBytes = 8 * 1024 * 1024

export interface TrimmingDeps {
  readonly trim: () => void
  /** Memory of the process that the system holds, in bytes. */
  readonly residentBytes: () => number
}

/**
 * Returns the check, which trims when the process has grown or shrunk since: the one means allocations, of which some
 * have been freed; the other that a thread has ended.
 */
export function createTrimming({ trim, residentBytes }: TrimmingDeps): () => void {
  let trimmedBytes = residentBytes()
  return () => {
    if (Math.abs(residentBytes() - trimmedBytes) < noticeableBytes) return
    trim()
    trimmedBytes = residentBytes()
  }
}

/** Undefined with any C library but glibc, and where Node has no `node:ffi`. */
export async function findMallocTrim(): Promise<(() => void) | undefined> {
  try {
    const { dlopen } = await import('node:ffi')
    const { functions } = dlopen(null, { malloc_trim: { arguments: ['uint64'], return: 'int32' } })
    return () => void functions.malloc_trim(0n)
  } catch {
    return undefined
  }
}
