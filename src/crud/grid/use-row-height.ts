import { useMedia } from '#src/layout/use-media.ts'

/** Rows are lines of two texts there. The style sheet has the same width. */
export const SMALL_SCREEN = '(width < 40rem)'

/** The height of a row in pixels. Fingers need more of it, and on a small screen a row has two lines. */
export function useRowHeight(usual: number): number {
  const small = useMedia(SMALL_SCREEN)
  const coarse = useMedia('(pointer: coarse)')
  if (small) return 64
  return coarse ? Math.max(44, usual) : usual
}
