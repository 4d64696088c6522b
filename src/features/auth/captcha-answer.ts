import { type Puzzle, solves } from '#src/lib/proof-of-work.ts'

/** What a captcha may be asked for. */
export const captchaPurposes = ['login', 'sms', 'ems', 'register'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/** A picture as the caller gets it (specification 3), and the puzzle for those who do not look at pictures. */
export type CaptchaChallenge = {
  id: string
  /** Data URL. */
  image: string
  width: number
  height: number
  /** What to click, in this order. */
  text: string[]
  puzzle: Puzzle
}

/** What travels with a guarded call, and in the fields `captcha_id` and `captcha_info`. */
export type CaptchaProof = { id: string; info: string }

export type CaptchaLoaded = { ok: true; challenge: CaptchaChallenge } | { ok: false; message: string }
export type CaptchaChecked = { ok: true; message: string; proof: CaptchaProof } | { ok: false; message: string }

type Box = { x: number; y: number; w: number; h: number }
type Click = { x: number; y: number }

/** `captcha_info` of clicks on a picture shown this wide and high: `x1,y1-x2,y2;w;h`. */
export function clicksInfo(clicks: readonly Click[], width: number, height: number): string {
  return `${clicks.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join('-')};${Math.round(width)};${Math.round(height)}`
}

/** `captcha_info` of a solved puzzle. */
export function puzzleInfo(nonce: string): string {
  return `work:${nonce}`
}

type Secret = { targets: readonly Box[]; size: { width: number; height: number }; puzzle: Puzzle }

/** Whether an answer is right: every wanted place once, in order, and no click beside; or the puzzle solved. */
export function isRight(info: string, { targets, size, puzzle }: Secret): boolean {
  const nonce = /^work:(\w+)$/.exec(info)?.[1]
  if (nonce !== undefined) return solves(puzzle, nonce)
  const clicks = readClicks(info, size)
  if (clicks?.length !== targets.length) return false
  return targets.every(({ x, y, w, h }, i) => {
    const click = clicks[i]
    return click !== undefined && click.x >= x && click.x <= x + w && click.y >= y && click.y <= y + h
  })
}

/** The clicks on the picture's own scale; undefined when the text is none of ours. */
function readClicks(info: string, size: { width: number; height: number }): Click[] | undefined {
  const number = String.raw`\d{1,5}(?:\.\d{1,10})?`
  const form = new RegExp(`^(${number},${number}(?:-${number},${number}){0,9});(${number});(${number})$`)
  const [, points = '', width = '', height = ''] = form.exec(info) ?? []
  const [scaleX, scaleY] = [size.width / Number(width), size.height / Number(height)]
  if (points === '' || !Number.isFinite(scaleX) || !Number.isFinite(scaleY)) return undefined
  return points.split('-').map((point) => {
    const [x, y] = point.split(',').map(Number)
    return { x: (x ?? 0) * scaleX, y: (y ?? 0) * scaleY }
  })
}
