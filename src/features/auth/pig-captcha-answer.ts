type Answer = { randomStr: string; code: string }

let answer: Answer | undefined
const listeners = new Set<() => void>()

/** What stands in the captcha's field, between the component that shows it and the sign-in that sends it. */
export const pigCaptchaAnswer = {
  get: (): Answer | undefined => answer,
  set(next: Answer | undefined): void {
    answer = next
  },
  /** A captcha is good for one try: after it, another is shown. */
  used(): void {
    for (const listener of listeners) listener()
  },
  onUsed(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
