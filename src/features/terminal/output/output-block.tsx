import { memo } from 'react'
import type { OutputHit } from './find-hits.ts'
import { ShownLine } from './output-line.tsx'

/** Lines of a block. New lines make React compare one block only. */
export const BLOCK = 200
/** Pixels of a line that does not wrap. */
const LINE_HEIGHT = 20

type OutputBlockProps = {
  lines: readonly string[]
  /** The number of its first line. */
  first: number
  /** What is looked for, if the block has it. */
  find: string
  /** The lines of the block with hits, counted from its first. */
  found: ReadonlySet<number> | undefined
  /** The current hit, if it is in this block, counted from its first line. */
  current: OutputHit | undefined
}

/** Some lines of the output. The browser lays out only the blocks in sight. */
export const OutputBlock = memo(function OutputBlock({ lines, first, find, found, current }: OutputBlockProps) {
  return (
    <div
      style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${lines.length * LINE_HEIGHT}px` }}
      data-block={first}
    >
      {lines.map((text, at) => (
        <ShownLine
          // biome-ignore lint/suspicious/noArrayIndexKey: it is the number of the line in the whole output
          key={first + at}
          text={text}
          number={first + at}
          find={found?.has(at) ? find : ''}
          current={current?.line === at ? current.nth : -1}
        />
      ))}
    </div>
  )
}, isSame)

/** Lines are only ever added at the end, so the same place with the same number of lines has the same lines. */
function isSame(before: OutputBlockProps, after: OutputBlockProps): boolean {
  const hit = before.current?.line === after.current?.line && before.current?.nth === after.current?.nth
  const lines =
    before.first === after.first &&
    before.lines.length === after.lines.length &&
    before.lines[0] === after.lines[0] &&
    before.lines.at(-1) === after.lines.at(-1)
  return hit && lines && before.find === after.find && before.found?.size === after.found?.size
}
