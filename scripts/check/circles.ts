// Finds circles: files that import each other, directly or through others, and such folders of one part. Type-only
// imports count: a reader of one has to read the other.
import { dirname } from 'node:path'
import { type Import, importEdges } from './imports.ts'

type Edges = ReadonlyMap<string, readonly Import[]>

/** Returns every circle of files, then every pair of sibling folders that import each other. */
export function circles(edges: Edges = importEdges()): string[] {
  return [...fileCircles(edges), ...folderCircles(edges)]
}

function fileCircles(edges: Edges): string[] {
  const done = new Set<string>()
  const problems: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      problems.push(`circle of files: ${[...trail.slice(at), path].join(' -> ')}`)
      return
    }
    if (done.has(path)) return
    for (const target of edges.get(path) ?? []) visit(target.path, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return problems
}

/**
 * Finds circles of folders. Two files of one part belong to the sibling folders where their paths diverge:
 * `a/x/1.ts` and `a/y/z/2.ts` to `a/x` and `a/y`. A file directly in the common folder belongs to neither: it either
 * assembles the folders or is their base.
 */
function folderCircles(edges: Edges): string[] {
  const examples = new Map<string, string>()
  for (const [from, targets] of edges)
    for (const { path } of targets) {
      const pair = partOf(from) === partOf(path) ? siblings(from, path) : undefined
      if (pair && !examples.has(pair.join(' -> '))) examples.set(pair.join(' -> '), `${from} imports ${path}`)
    }
  return [...examples].flatMap(([arrow, example]) => {
    const [from = '', to = ''] = arrow.split(' -> ')
    const back = examples.get(`${to} -> ${from}`)
    return back !== undefined && from < to ? [`circle of folders: ${from} and ${to} (${example}; ${back})`] : []
  })
}

/** Returns the part of a file: a package, the source of the gateway, or an API. */
function partOf(path: string): string | undefined {
  return /^(?:packages\/gateway\/src|packages\/[^/]+|apis\/[^/]+)\//.exec(path)?.[0]
}

function siblings(from: string, to: string): readonly [string, string] | undefined {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')]
  let shared = 0
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++
  if (shared === a.length || shared === b.length) return undefined
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')]
}
