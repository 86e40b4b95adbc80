// The minimum cut of a grid in which each pixel is linked to its eight neighbours, by the algorithm of Boykov and
// Kolmogorov (An Experimental Comparison of Min-Cut/Max-Flow Algorithms, 2004). Two search trees grow from source and
// sink, and are repaired after each path instead of rebuilt.

const free = 0
const source = 1
const sink = 2
const none = -1
const terminal = 8
const orphan = 9
const far = 1 << 30

/** The link between a node of the source's tree and its neighbour in the sink's. */
interface Link {
  readonly node: number
  readonly direction: number
}

/** A grid with a border of pixels without links, so that neighbours need no check. */
export class Grid {
  readonly width: number
  readonly height: number
  readonly #stride: number
  readonly #count: number
  readonly #offsets: Int32Array
  readonly #capacity: readonly Float32Array[]
  readonly #excess: Float32Array
  readonly #tree: Uint8Array
  readonly #parent: Int8Array
  readonly #time: Int32Array
  readonly #distance: Int32Array
  readonly #isActive: Uint8Array
  /** A ring buffer that holds every node at most once. */
  readonly #queue: Int32Array
  readonly #orphans: number[] = []
  #head = 0
  #tail = 0
  #clock = 0
  #work = 0

  constructor(width: number, height: number) {
    const stride = width + 2
    const count = stride * (height + 2)
    this.width = width
    this.height = height
    this.#stride = stride
    this.#count = count
    // the opposite of direction d is (d + 4) & 7
    this.#offsets = Int32Array.of(1, stride - 1, stride, stride + 1, -1, -stride + 1, -stride, -stride - 1)
    this.#capacity = Array.from({ length: 8 }, () => new Float32Array(count))
    this.#excess = new Float32Array(count)
    this.#tree = new Uint8Array(count)
    this.#parent = new Int8Array(count).fill(none)
    this.#time = new Int32Array(count)
    this.#distance = new Int32Array(count)
    this.#isActive = new Uint8Array(count)
    this.#queue = new Int32Array(count + 1)
  }

  /** Returns the node of a pixel. */
  nodeOf(x: number, y: number): number {
    return (y + 1) * this.#stride + x + 1
  }

  /** Sets the costs of cutting a pixel from the source and from the sink; call it before adding links. */
  setTerminals(node: number, toSource: number, toSink: number): void {
    this.#excess[node] = toSource - toSink
  }

  /** Links a pixel to its right, lower left, lower or lower right neighbour (0 to 3), at equal cost both ways. */
  link(node: number, direction: number, cost: number): void {
    this.#change(node, direction, cost)
    this.#change(this.#neighbour(node, direction), (direction + 4) & 7, cost)
  }

  /**
   * Runs the algorithm and reports for each node whether it is on the source's side. Returns undefined if that would
   * take more than about `steps` steps from node to node.
   */
  cut(steps: number): Uint8Array | undefined {
    this.#plant()
    while (this.#head !== this.#tail && this.#work < steps) {
      const node = this.#queue[this.#head] ?? 0
      const link = this.#tree[node] === free ? undefined : this.#grow(node)
      if (!link) {
        this.#head = this.#head === this.#count ? 0 : this.#head + 1
        this.#isActive[node] = 0
        continue
      }
      this.#clock++
      this.#augment(link)
      for (let node = this.#orphans.pop(); node !== undefined; node = this.#orphans.pop()) this.#adopt(node)
    }
    return this.#head !== this.#tail ? undefined : this.#tree.map((side) => (side === source ? 1 : 0))
  }

  /** Begins the trees with the pixels that are nearer to one terminal. */
  #plant(): void {
    for (let node = 0; node < this.#count; node++) {
      const excess = this.#excess[node] ?? 0
      if (excess === 0) continue
      this.#tree[node] = excess > 0 ? source : sink
      this.#parent[node] = terminal
      this.#distance[node] = 1
      this.#activate(node)
    }
  }

  /** Adds free neighbours to the node's tree; returns the first link to the other tree, if there is one. */
  #grow(node: number): Link | undefined {
    this.#work += 8
    const own = this.#tree[node]
    for (let direction = 0; direction < 8; direction++) {
      const other = this.#neighbour(node, direction)
      const back = (direction + 4) & 7
      if ((own === source ? this.#room(node, direction) : this.#room(other, back)) <= 0) continue
      if (this.#tree[other] === free) {
        this.#tree[other] = own ?? free
        this.#parent[other] = back
        this.#time[other] = this.#time[node] ?? 0
        this.#distance[other] = (this.#distance[node] ?? 0) + 1
        this.#activate(other)
      } else if (this.#tree[other] !== own)
        return own === source ? { node, direction } : { node: other, direction: back }
      else if (
        (this.#time[other] ?? 0) <= (this.#time[node] ?? 0) &&
        (this.#distance[other] ?? 0) > (this.#distance[node] ?? 0)
      ) {
        this.#parent[other] = back
        this.#time[other] = this.#time[node] ?? 0
        this.#distance[other] = (this.#distance[node] ?? 0) + 1
      }
    }
    return undefined
  }

  /** Sends as much flow as the path through the link can carry. */
  #augment({ node, direction }: Link): void {
    const other = this.#neighbour(node, direction)
    const back = (direction + 4) & 7
    const flow = this.#bottleneck(other, true, this.#bottleneck(node, false, this.#room(node, direction)))
    this.#change(node, direction, -flow)
    this.#change(other, back, flow)
    this.#push(node, false, flow)
    this.#push(other, true, flow)
  }

  /** Returns the flow that a path carries from or, if `outward`, to its terminal, at most `flow`. */
  #bottleneck(start: number, outward: boolean, flow: number): number {
    let least = flow
    let node = start
    for (; this.#parent[node] !== terminal; node = this.#neighbour(node, this.#parent[node] ?? 0)) {
      const direction = this.#parent[node] ?? 0
      const left = outward
        ? this.#room(node, direction)
        : this.#room(this.#neighbour(node, direction), (direction + 4) & 7)
      if (left < least) least = left
    }
    return Math.min(least, Math.abs(this.#excess[node] ?? 0))
  }

  /** Sends the flow along a path from or, if `outward`, to its terminal. Nodes behind a full link become orphans. */
  #push(start: number, outward: boolean, flow: number): void {
    let node = start
    while (this.#parent[node] !== terminal) {
      this.#work += 2
      const direction = this.#parent[node] ?? 0
      const next = this.#neighbour(node, direction)
      const back = (direction + 4) & 7
      if (outward) {
        this.#change(node, direction, -flow)
        this.#change(next, back, flow)
        if (this.#room(node, direction) <= 0) this.#disown(node)
      } else {
        this.#change(next, back, -flow)
        this.#change(node, direction, flow)
        if (this.#room(next, back) <= 0) this.#disown(node)
      }
      node = next
    }
    this.#excess[node] = (this.#excess[node] ?? 0) + (outward ? flow : -flow)
    if (Math.abs(this.#excess[node] ?? 0) <= 1e-6) {
      this.#excess[node] = 0
      this.#disown(node)
    }
  }

  /** Distance of a node from its terminal, or `far` if it hangs from an orphan. Marks the visited path. */
  #rootDistance(start: number): number {
    let steps = 0
    let node = start
    for (;;) {
      if (this.#time[node] === this.#clock) {
        steps += this.#distance[node] ?? 0
        break
      }
      const up = this.#parent[node] ?? none
      if (up === none || up === orphan) return far
      steps++
      this.#work += 2
      if (up === terminal) {
        this.#time[node] = this.#clock
        this.#distance[node] = 1
        break
      }
      node = this.#neighbour(node, up)
    }
    let left = steps
    for (node = start; this.#time[node] !== this.#clock; node = this.#neighbour(node, this.#parent[node] ?? 0)) {
      this.#time[node] = this.#clock
      this.#distance[node] = left--
    }
    return steps
  }

  /** Gives an orphan the parent nearest to the terminal, or frees it. */
  #adopt(node: number): void {
    this.#work += 8
    const own = this.#tree[node]
    let best = none
    let nearest = far
    for (let direction = 0; direction < 8; direction++) {
      const other = this.#neighbour(node, direction)
      if (this.#tree[other] !== own) continue
      if ((own === source ? this.#room(other, (direction + 4) & 7) : this.#room(node, direction)) <= 0) continue
      const steps = this.#rootDistance(other)
      if (steps < nearest) {
        best = direction
        nearest = steps
      }
    }
    this.#parent[node] = best
    if (best === none) this.#release(node)
    else {
      this.#time[node] = this.#clock
      this.#distance[node] = nearest + 1
    }
  }

  /** Frees a node and orphans its children. */
  #release(node: number): void {
    const own = this.#tree[node]
    for (let direction = 0; direction < 8; direction++) {
      const other = this.#neighbour(node, direction)
      if (this.#tree[other] !== own) continue
      if ((own === source ? this.#room(other, (direction + 4) & 7) : this.#room(node, direction)) > 0)
        this.#activate(other)
      const up = this.#parent[other] ?? none
      if (up < terminal && up !== none && this.#neighbour(other, up) === node) this.#disown(other)
    }
    this.#tree[node] = free
  }

  #activate(node: number): void {
    if (this.#isActive[node]) return
    this.#isActive[node] = 1
    this.#queue[this.#tail] = node
    this.#tail = this.#tail === this.#count ? 0 : this.#tail + 1
  }

  #neighbour(node: number, direction: number): number {
    return node + (this.#offsets[direction] ?? 0)
  }

  #room(node: number, direction: number): number {
    return this.#capacity[direction]?.[node] ?? 0
  }

  #change(node: number, direction: number, by: number): void {
    const plane = this.#capacity[direction]
    if (plane) plane[node] = (plane[node] ?? 0) + by
  }

  #disown(node: number): void {
    this.#parent[node] = orphan
    this.#orphans.push(node)
  }
}
