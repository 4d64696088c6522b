import { memo, type ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { findPattern } from './find-hits.ts'
import { piecesOf, type SgrPiece } from './sgr.ts'

type ShownLineProps = {
  text: string
  /** Its number in the output. */
  number: number
  /** What is looked for, if the line has it. */
  find: string
  /** Which of the hits of this line is the current one. -1: none of them. */
  current: number
}

/** One line of the output, in its colours, with what was found in it. */
export const ShownLine = memo(function ShownLine({ text, number, find, current }: ShownLineProps) {
  const pieces = piecesOf(text)
  return (
    <div data-line={number} className="min-h-5">
      {find === '' ? pieces.map(colouredPiece) : markedPieces(pieces, find, current)}
    </div>
  )
})

function colouredPiece({ text, look }: SgrPiece, at: number): ReactNode {
  return look === '' ? (
    text
  ) : (
    <span key={at} className={look}>
      {text}
    </span>
  )
}

/** A hit may begin in one colour and end in another, so it may have several marks. */
function markedPieces(pieces: readonly SgrPiece[], find: string, current: number): ReactNode {
  const spans = hitSpans(pieces.map(({ text }) => text).join(''), find)
  let from = 0
  return pieces.map((piece) => {
    const start = from
    from += piece.text.length
    const cuts = spans.flatMap(({ begin, end }, nth) => {
      const [first, last] = [Math.max(begin - start, 0), Math.min(end - start, piece.text.length)]
      return first < last ? [{ first, last, nth }] : []
    })
    let done = 0
    const parts = cuts.flatMap(({ first, last, nth }) => {
      const before = piece.text.slice(done, first)
      done = last
      return [
        before,
        <mark
          key={first}
          data-current={nth === current || undefined}
          className={cx(
            'rounded-[2px]',
            nth === current ? 'bg-warning-ink text-surface' : 'bg-warning-soft text-warning-ink',
          )}
        >
          {piece.text.slice(first, last)}
        </mark>,
      ]
    })
    return (
      <span key={start} className={piece.look || undefined}>
        {parts}
        {piece.text.slice(done)}
      </span>
    )
  })
}

function hitSpans(text: string, find: string): { begin: number; end: number }[] {
  const pattern = findPattern(find)
  if (!pattern) return []
  return [...text.matchAll(pattern)].map((hit) => ({ begin: hit.index, end: hit.index + hit[0].length }))
}
