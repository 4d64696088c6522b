import { useMedia } from '#src/layout/use-media.ts'

/** The height of the head row in pixels, where there is one. */
export const HEAD_HEIGHT = 36

/** Rows are lines of two texts there. The style sheet has the same width. */
export const SMALL_SCREEN = '(width < 40rem)'

/** The height of a row in pixels. Fingers need more of it, and on a small screen a row has two lines. */
export function useRowHeight(usual: number): number {
  const small = useMedia(SMALL_SCREEN)
  const coarse = useMedia('(pointer: coarse)')
  if (small) return 64
  return coarse ? Math.max(44, usual) : usual
}

/** The height of the head row in pixels. On a small screen there is none. */
export function useHeadHeight(): number {
  return useMedia(SMALL_SCREEN) ? 0 : HEAD_HEIGHT
}
