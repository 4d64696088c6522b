import { monitorEventLoopDelay } from 'node:perf_hooks'
import { drawCaptcha } from '#src/features/auth/captcha-draw.server.ts'
import { solve } from '#src/lib/proof-of-work.ts'
import { hashPassword, verifyPassword } from '#src/server/access/password.server.ts'

// `node bench/captcha.ts` measures the captcha: the time and the memory of its pictures, what signing in notices of
// them, and the search of the puzzle. Every line is a fact of this run; nothing is judged.

const PICTURES = 300
/** Pictures that are asked for at once. */
const AT_ONCE = 16
/** Password checks for each measurement, one after the other. */
const CHECKS = 40

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)
const print = (name: string, value: string) => console.log(`${name.padEnd(48)} ${value}`)

const atStart = megabytes()
print('first picture, with its font and libraries', `${(await timed(() => drawCaptcha())).toFixed(0)} ms`)

const sizes: number[] = []
const alone = await timed(async () => {
  for (let i = 0; i < PICTURES; i++) sizes.push((await drawCaptcha()).png.length)
})
print('a picture, one after the other', `${(alone / PICTURES).toFixed(2)} ms`)
print('bytes of a picture, on average', `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)}`)

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const crowd = await timed(draw)
delay.disable()
print(`a picture, ${AT_ONCE} at once`, `${(crowd / PICTURES).toFixed(2)} ms`)
print('the process answers nothing for at most', `${(delay.max / 1e6).toFixed(1)} ms`)

const stored = await hashPassword('Member-pass-1')
const check = async () => {
  const times: number[] = []
  for (let i = 0; i < CHECKS; i++) times.push(await timed(() => verifyPassword(stored, 'Member-pass-1')))
  return times.toSorted((a, b) => a - b)[CHECKS / 2] ?? 0
}
print('a password check, in the middle', `${(await check()).toFixed(1)} ms`)
let isDrawing = true
const drawing = (async () => {
  while (isDrawing) await draw()
})()
print('a password check while pictures are drawn', `${(await check()).toFixed(1)} ms`)
isDrawing = false
await drawing
print('memory of the process, before and after', `${atStart} MB, ${megabytes()} MB`)

let tried = 0
const search = await timed(async () => {
  for (let i = 0; i < 8; i++) {
    const nonce = await solve({ id: `twentyfour-characters-${i}`, bits: 16 }, () => {}, new AbortController().signal)
    tried += Number.parseInt(nonce, 36)
  }
})
print('hashes of the puzzle', `${Math.round(tried / search)} in a millisecond`)

/** Draws pictures, some at a time. */
async function draw(): Promise<void> {
  let left = PICTURES
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await drawCaptcha()
    }),
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
