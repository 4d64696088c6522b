import { type Puzzle, solves } from '#src/lib/proof-of-work.ts'

/** The purposes for which a client can request a captcha. */
export const captchaPurposes = ['login', 'sms', 'ems', 'register'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/** A captcha as the client receives it: a picture, and a puzzle for users who cannot use the picture. */
export type CaptchaChallenge = {
  id: string
  /** PNG as a data URL. */
  image: string
  width: number
  height: number
  /** The characters to click, in this order. */
  text: string[]
  puzzle: Puzzle
}

/** The solved captcha of a guarded request, sent in the fields `captcha_id` and `captcha_info`. */
export type CaptchaProof = { id: string; info: string }

export type CaptchaLoaded = { ok: true; challenge: CaptchaChallenge } | { ok: false; message: string }
export type CaptchaChecked = { ok: true; message: string; proof: CaptchaProof } | { ok: false; message: string }

type Box = { x: number; y: number; w: number; h: number }
type Click = { x: number; y: number }

/** Formats clicks as `captcha_info`: `x1,y1-x2,y2;w;h`. `width` and `height` are the picture's displayed size. */
export function clicksInfo(clicks: readonly Click[], width: number, height: number): string {
  return `${clicks.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join('-')};${Math.round(width)};${Math.round(height)}`
}

/** Formats the solution of the puzzle as `captcha_info`. */
export function puzzleInfo(nonce: string): string {
  return `work:${nonce}`
}

type Secret = { targets: readonly Box[]; size: { width: number; height: number }; puzzle: Puzzle }

/** Whether an answer is right: one click inside each target, in order, and no other click; or a solved puzzle. */
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

/** Scales the clicks to the picture's original size. Returns undefined when the text has a wrong format. */
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
