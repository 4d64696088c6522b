import type { KeyboardEvent } from 'react'
import { type CheckTreeModel, isBranch, isLeaf, type TreeLine } from './check-tree-model.ts'

/** Letters typed within this time of each other are one text, in milliseconds. */
const TYPED_TOGETHER = 700

type Typed = { text: string; time: number }

/** What a key does in a check-box tree. Undefined: nothing. */
export type TreeMove = { focus: number } | { press: number } | { open: readonly number[] } | { close: number }

type Place = {
  tree: CheckTreeModel
  lines: readonly TreeLine[]
  /** The index in `lines` of the line with the focus. */
  current: number
  open: ReadonlySet<number>
}

/** The keys of a tree (WAI-ARIA): arrows, Home, End, Space, Enter, `*`, and the first letters of a label. */
export function treeMove(
  event: KeyboardEvent,
  { tree, lines, current, open }: Place,
  typed: Typed,
): TreeMove | undefined {
  const line = lines[current]
  if (!line || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const { at } = line
  const id = tree.nodes[at]?.id ?? 0
  const branch = isBranch(tree, at)
  switch (event.key) {
    case 'ArrowDown':
      return { focus: Math.min(current + 1, lines.length - 1) }
    case 'ArrowUp':
      return { focus: Math.max(current - 1, 0) }
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: lines.length - 1 }
    case 'ArrowRight':
      if (branch && !open.has(id)) return { open: [id] }
      // What is below an open branch may still be on its way.
      return { focus: isLeaf(tree, at) ? current : Math.min(current + 1, lines.length - 1) }
    case 'ArrowLeft': {
      if (branch && open.has(id)) return { close: id }
      const parent = lines.findIndex((one) => one.at === tree.parents[at])
      return { focus: parent < 0 ? current : parent }
    }
    case ' ':
    case 'Enter':
      return { press: at }
    case '*':
      return { open: siblings(tree, lines, at) }
    default:
      return [...event.key].length === 1 ? { focus: typedLine(event, { tree, lines, current }, typed) } : undefined
  }
}

/** The ids of a node and of its siblings on the screen that have something below. */
function siblings(tree: CheckTreeModel, lines: readonly TreeLine[], at: number): number[] {
  return lines.flatMap((line) => {
    const node = tree.nodes[line.at]
    return node && tree.parents[line.at] === tree.parents[at] && !isLeaf(tree, line.at) ? [node.id] : []
  })
}

/** The next line whose label begins with the typed text. The same letter again goes on to the next such line. */
function typedLine(event: KeyboardEvent, { tree, lines, current }: Omit<Place, 'open'>, typed: Typed): number {
  const letter = event.key.toLocaleLowerCase()
  const goesOn = event.timeStamp - typed.time < TYPED_TOGETHER && typed.text !== letter
  typed.text = goesOn ? typed.text + letter : letter
  typed.time = event.timeStamp
  for (let step = goesOn ? 0 : 1; step <= lines.length; step++) {
    const to = (current + step) % lines.length
    const label = tree.nodes[lines[to]?.at ?? -1]?.label ?? ''
    if (label.toLocaleLowerCase().startsWith(typed.text)) return to
  }
  return current
}
