import { useMemo } from 'react'
import type { OutputHit } from './find-hits.ts'
import { BLOCK, OutputBlock } from './output-block.tsx'

type OutputBlocksProps = {
  lines: readonly string[]
  before: number
  find: string
  hits: readonly OutputHit[]
  current: OutputHit | undefined
}

/** The lines in blocks. A block keeps its lines when those before it are left out. */
export function OutputBlocks({ lines, before, find, hits, current }: OutputBlocksProps) {
  const found = useMemo(() => foundLines(hits, before), [hits, before])
  const blocks: { start: number; from: number; to: number }[] = []
  const end = before + lines.length
  for (let start = before - (before % BLOCK); start < end; start += BLOCK) {
    blocks.push({ start, from: Math.max(start, before), to: Math.min(start + BLOCK, end) })
  }
  return blocks.map(({ start, from, to }) => {
    const here = found.get(start)
    const line = current ? before + current.line : -1
    return (
      <OutputBlock
        key={start}
        first={from}
        lines={lines.slice(from - before, to - before)}
        find={here ? find : ''}
        found={here && shifted(here, from - start)}
        current={current && line >= from && line < to ? { line: line - from, nth: current.nth } : undefined}
      />
    )
  })
}

/** The lines with hits, of each block, counted from the block's start. */
function foundLines(hits: readonly OutputHit[], before: number): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>()
  for (const { line } of hits) {
    const at = (before + line) % BLOCK
    const start = before + line - at
    const here = found.get(start) ?? new Set()
    found.set(start, here.add(at))
  }
  return found
}

function shifted(lines: ReadonlySet<number>, by: number): ReadonlySet<number> {
  return by === 0 ? lines : new Set([...lines].map((line) => line - by))
}
