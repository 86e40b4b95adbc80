// The minimum cut of a grid in which each pixel is linked to its eight neighbours, by the algorithm of Boykov and
// Kolmogorov (An Experimental Comparison of Min-Cut/Max-Flow Algorithms, 2004). Two search trees grow from source and
// sink, and are repaired after each path instead of rebuilt.

/** A grid with a border of pixels without links, so that neighbours need no check. */
export interface Grid {
  readonly width: number
  readonly height: number
  /** The node of a pixel. */
  nodeOf(x: number, y: number): number
  /** Sets the costs of cutting a pixel from the source and from the sink; call it before adding links. */
  setTerminals(node: number, source: number, sink: number): void
  /** Links a pixel to its right, lower left, lower or lower right neighbour (0 to 3), at equal cost both ways. */
  link(node: number, direction: number, cost: number): void
  /**
   * Runs the algorithm and reports for each node whether it is on the source's side. Returns undefined if that would
   * take more than about `steps` steps from node to node.
   */
  cut(steps: number): Uint8Array | undefined
}

const free = 0
const source = 1
const sink = 2
const none = -1
const terminal = 8
const orphan = 9
const far = 1 << 30

export function createGrid(width: number, height: number): Grid {
  const stride = width + 2
  const count = stride * (height + 2)
  // the opposite of direction d is (d + 4) & 7
  const offsets = Int32Array.of(1, stride - 1, stride, stride + 1, -1, -stride + 1, -stride, -stride - 1)
  const capacity = Array.from({ length: 8 }, () => new Float32Array(count))
  const excess = new Float32Array(count)
  const tree = new Uint8Array(count)
  const parent = new Int8Array(count).fill(none)
  const time = new Int32Array(count)
  const distance = new Int32Array(count)
  const isActive = new Uint8Array(count)
  // a ring buffer that holds every node at most once
  const queue = new Int32Array(count + 1)
  let [head, tail, clock, work] = [0, 0, 0, 0]
  const orphans: number[] = []

  const activate = (node: number) => {
    if (isActive[node]) return
    isActive[node] = 1
    queue[tail] = node
    tail = tail === count ? 0 : tail + 1
  }
  const neighbour = (node: number, direction: number) => node + (offsets[direction] ?? 0)
  const room = (node: number, direction: number) => capacity[direction]?.[node] ?? 0
  const change = (node: number, direction: number, by: number) => {
    const plane = capacity[direction]
    if (plane) plane[node] = (plane[node] ?? 0) + by
  }
  const disown = (node: number) => {
    parent[node] = orphan
    orphans.push(node)
  }

  /** A link from the source's tree to the sink's, as node and direction; undefined if the node has none. */
  function grow(node: number): { node: number; direction: number } | undefined {
    work += 8
    const own = tree[node]
    for (let direction = 0; direction < 8; direction++) {
      const other = neighbour(node, direction)
      const back = (direction + 4) & 7
      if ((own === source ? room(node, direction) : room(other, back)) <= 0) continue
      if (tree[other] === free) {
        tree[other] = own ?? free
        parent[other] = back
        time[other] = time[node] ?? 0
        distance[other] = (distance[node] ?? 0) + 1
        activate(other)
      } else if (tree[other] !== own) return own === source ? { node, direction } : { node: other, direction: back }
      else if ((time[other] ?? 0) <= (time[node] ?? 0) && (distance[other] ?? 0) > (distance[node] ?? 0)) {
        parent[other] = back
        time[other] = time[node] ?? 0
        distance[other] = (distance[node] ?? 0) + 1
      }
    }
    return undefined
  }

  /** Sends as much flow as the path through the link can carry. */
  function augment(link: { node: number; direction: number }): void {
    const [from, to] = [link.node, neighbour(link.node, link.direction)]
    let flow = room(from, link.direction)
    for (const [start, outward] of [
      [from, false],
      [to, true],
    ] as const) {
      let node = start
      for (; parent[node] !== terminal; node = neighbour(node, parent[node] ?? 0)) {
        const direction = parent[node] ?? 0
        const left = outward ? room(node, direction) : room(neighbour(node, direction), (direction + 4) & 7)
        if (left < flow) flow = left
      }
      flow = Math.min(flow, Math.abs(excess[node] ?? 0))
    }
    change(from, link.direction, -flow)
    change(to, (link.direction + 4) & 7, flow)
    for (const [start, outward] of [
      [from, false],
      [to, true],
    ] as const) {
      let node = start
      while (parent[node] !== terminal) {
        work += 2
        const direction = parent[node] ?? 0
        const next = neighbour(node, direction)
        const back = (direction + 4) & 7
        if (outward) {
          change(node, direction, -flow)
          change(next, back, flow)
          if (room(node, direction) <= 0) disown(node)
        } else {
          change(next, back, -flow)
          change(node, direction, flow)
          if (room(next, back) <= 0) disown(node)
        }
        node = next
      }
      excess[node] = (excess[node] ?? 0) + (outward ? flow : -flow)
      if (Math.abs(excess[node] ?? 0) <= 1e-6) {
        excess[node] = 0
        disown(node)
      }
    }
  }

  /** Distance of a node from its terminal, or `far` if it hangs from an orphan. Marks the visited path. */
  function rootDistance(start: number): number {
    let steps = 0
    let node = start
    for (;;) {
      if (time[node] === clock) {
        steps += distance[node] ?? 0
        break
      }
      const up = parent[node] ?? none
      if (up === none || up === orphan) return far
      steps++
      work += 2
      if (up === terminal) {
        time[node] = clock
        distance[node] = 1
        break
      }
      node = neighbour(node, up)
    }
    let left = steps
    for (node = start; time[node] !== clock; node = neighbour(node, parent[node] ?? 0)) {
      time[node] = clock
      distance[node] = left--
    }
    return steps
  }

  /** Gives an orphan the parent nearest to the terminal, or frees it and orphans its children. */
  function adopt(node: number): void {
    work += 8
    const own = tree[node]
    let best = none
    let nearest = far
    for (let direction = 0; direction < 8; direction++) {
      const other = neighbour(node, direction)
      if (tree[other] !== own) continue
      if ((own === source ? room(other, (direction + 4) & 7) : room(node, direction)) <= 0) continue
      const steps = rootDistance(other)
      if (steps < nearest) {
        best = direction
        nearest = steps
      }
    }
    parent[node] = best
    if (best !== none) {
      time[node] = clock
      distance[node] = nearest + 1
      return
    }
    for (let direction = 0; direction < 8; direction++) {
      const other = neighbour(node, direction)
      if (tree[other] !== own) continue
      if ((own === source ? room(other, (direction + 4) & 7) : room(node, direction)) > 0) activate(other)
      const up = parent[other] ?? none
      if (up < terminal && up !== none && neighbour(other, up) === node) disown(other)
    }
    tree[node] = free
  }

  return {
    width,
    height,
    nodeOf: (x, y) => (y + 1) * stride + x + 1,
    setTerminals(node, toSource, toSink) {
      excess[node] = toSource - toSink
    },
    link(node, direction, cost) {
      change(node, direction, cost)
      change(neighbour(node, direction), (direction + 4) & 7, cost)
    },
    cut(steps) {
      for (let node = 0; node < count; node++) {
        if (excess[node] === 0) continue
        tree[node] = (excess[node] ?? 0) > 0 ? source : sink
        parent[node] = terminal
        distance[node] = 1
        activate(node)
      }
      while (head !== tail && work < steps) {
        const node = queue[head] ?? 0
        const link = tree[node] === free ? undefined : grow(node)
        if (!link) {
          head = head === count ? 0 : head + 1
          isActive[node] = 0
          continue
        }
        clock++
        augment(link)
        for (let orphanNode = orphans.pop(); orphanNode !== undefined; orphanNode = orphans.pop()) adopt(orphanNode)
      }
      return head !== tail ? undefined : tree.map((side) => (side === source ? 1 : 0))
    },
  }
}
