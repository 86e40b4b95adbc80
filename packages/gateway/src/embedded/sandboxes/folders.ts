// The files of sandboxes below the data folder: `sandboxes/<id>/<generation>`, of which one is current and others are
// snapshots. Each holds a database and the files of providers, as the data folder does. A
// process that needs a generation says so with an empty file `sandboxes/<id>/needed/<generation>.<process>`.
import { randomBytes } from 'node:crypto'
import { access, copyFile, cp, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyInto, openStore } from '#store'

interface Need {
  readonly generation: number
  readonly process: string
}

export interface SandboxFolders {
  /** Returns the id of this data folder, which every process on it shares. */
  home(): Promise<string>
  /** Returns the folder of a generation. */
  generation(id: string, generation: number): string
  /** Creates the empty folder of a generation above another one, which no process has had; needed by this one. */
  claim(id: string, above: number): Promise<number>
  /** Keeps other processes from removing a generation that this one writes or has open. */
  need(id: string, generation: number): Promise<void>
  needNoMore(id: string, generation: number): Promise<void>
  /** Lists the generations that have a folder. */
  generations(id: string): Promise<number[]>
  /** Lists who needs which generation. */
  needs(id: string): Promise<Need[]>
  /** Takes back what a process needed that has ended. */
  forget(id: string, need: Need): Promise<void>
  /** Creates the folder of a generation with a copy of `database`, unless it is there. */
  begin(folder: string, database: string): Promise<void>
  /** Replaces a folder by a copy of another one that no provider writes to; `database` serves if there is no other. */
  copy(from: string, to: string, database: string): Promise<void>
  /** Fills an empty folder likewise. */
  fill(from: string, to: string, database: string): Promise<void>
  /** Returns the bytes of all files in a folder; 0 without it. */
  bytesIn(folder: string): Promise<number>
  remove(folder: string): Promise<void>
  /** Lists the ids of sandboxes that have files. */
  ids(): Promise<string[]>
  /** Removes all files of a sandbox. */
  removeAll(id: string): Promise<void>
}

const databaseName = 'gatehouse.db'
const filesName = 'files'

/** Creates the folders below `<data>/sandboxes`. */
export function createSandboxFolders(dataDir: string, processId: string): SandboxFolders {
  const root = join(dataDir, 'sandboxes')
  let home: Promise<string> | undefined
  const remove = (folder: string) => rm(folder, { recursive: true, force: true })
  const generation = (id: string, number: number) => join(root, id, String(number))
  const { need, needs, forget } = createNeeds(root, processId)
  const needNoMore = (id: string, number: number) => forget(id, { generation: number, process: processId })

  async function claim(id: string, above: number): Promise<number> {
    const next = Math.max(above, ...(await generationsIn(join(root, id)))) + 1
    await need(id, next)
    try {
      await mkdir(generation(id, next), { mode: 0o700 })
      return next
    } catch (error) {
      await needNoMore(id, next)
      if (!isCode(error, 'EEXIST')) throw error
      return claim(id, next)
    }
  }

  async function fill(from: string, to: string, database: string): Promise<void> {
    if (await hasFile(join(from, databaseName))) await copyDatabase(from, join(to, databaseName))
    else await copyFile(database, join(to, databaseName))
    await cp(join(from, filesName), join(to, filesName), { recursive: true }).catch(ignoreMissing)
  }

  return {
    home() {
      home ??= readHome(root)
      home.catch(() => {
        home = undefined
      })
      return home
    },
    generation,
    claim,
    need,
    needNoMore,
    needs,
    forget,
    fill,
    generations: (id) => generationsIn(join(root, id)),
    async begin(folder, database) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // whole when it appears: another process may open it at once
      const made = join(folder, `${randomBytes(6).toString('hex')}.new`)
      await copyFile(database, made)
      await link(made, join(folder, databaseName)).catch(ignoreExisting)
      await rm(made)
    },
    async copy(from, to, database) {
      await remove(to)
      await mkdir(to, { recursive: true, mode: 0o700 })
      await fill(from, to, database)
    },
    bytesIn,
    remove,
    ids: async () => (await readdir(root).catch(() => [])).filter((name) => name.startsWith('sbx_')),
    removeAll: (id) => remove(join(root, id)),
  }
}

/** Creates the files that say which process needs which generation. */
function createNeeds(root: string, processId: string) {
  const folderOf = (id: string) => join(root, id, 'needed')
  const pathOf = (id: string, { generation, process }: Need) => join(folderOf(id), `${generation}.${process}`)
  return {
    async need(id: string, generation: number) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      await writeFile(pathOf(id, { generation, process: processId }), '', { mode: 0o600 })
    },
    async needs(id: string): Promise<Need[]> {
      const names = await readdir(folderOf(id)).catch(() => [])
      return names.flatMap((name) => {
        const [, generation, process] = /^(\d+)\.(.+)$/.exec(name) ?? []
        return process === undefined ? [] : [{ generation: Number(generation), process }]
      })
    },
    forget: (id: string, need: Need) => rm(pathOf(id, need), { force: true }),
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  // one may go meanwhile
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return bytes
}

async function generationsIn(folder: string): Promise<number[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
}

async function readHome(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const path = join(root, 'home')
  const made = randomBytes(12).toString('hex')
  // the first process decides
  await writeFile(path, made, { flag: 'wx', mode: 0o600 }).catch(ignoreExisting)
  return (await readFile(path, 'utf8')).trim()
}

/** Copies a database that another process may have open, with what is still in its log. */
async function copyDatabase(dataDir: string, path: string): Promise<void> {
  const store = await openStore({ dataDir, isExisting: true, isExamined: true })
  try {
    await copyInto(store, path)
  } finally {
    await store.close()
  }
}

async function hasFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function ignoreExisting(error: unknown): void {
  if (!isCode(error, 'EEXIST')) throw error
}

function ignoreMissing(error: unknown): void {
  if (!isCode(error, 'ENOENT')) throw error
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
